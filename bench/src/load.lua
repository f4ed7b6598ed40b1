-- The requests that wrk sends. Its arguments, in order:
--   phase           list, unchanged, item, patch or mixed
--   key             the API key
--   etag            what "unchanged" sends as If-None-Match
--   first quantity  the first that PATCH sends; each further one is greater by one
--   pets            how many there are, numbered from 1
--
-- A quantity is never sent twice: SQLite neither writes nor syncs a row that does not change. All have seven digits,
-- so that no body changes its length and a request is put together from ready parts.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

-- Prime, and so without a common divisor with any number of pets that is a power of ten: every pet gets its turn
-- before one comes again, and neighbours in time are far apart in the store.
local stride = 7919

function init(args)
  local phase, key, etag = args[1], args[2], args[3]
  first, pets = tonumber(args[4]), tonumber(args[5])
  sent, acknowledged, wrong = 0, {}, 0
  -- By quantity the pet that it was sent for, and by pet whether an answer is due: a pet has one change under way at
  -- a time, or it could not be told which of two came last. A server may leave a new connection waiting while it serves
  -- others a thousand times.
  local pet_of, under_way = {}, {}
  local turn, waits = 0, phase == "patch"

  wrk.headers["Authorization"] = "Bearer " .. key
  if phase == "unchanged" then wrk.headers["If-None-Match"] = etag end

  local path = wrk.path
  local head = "Host: " .. wrk.headers["Host"] .. "\r\nAuthorization: Bearer " .. key .. "\r\n"
  local get_list = "GET " .. path .. " HTTP/1.1\r\n" .. head .. "\r\n"
  local get_item, item_end = "GET " .. path .. "/", " HTTP/1.1\r\n" .. head .. "\r\n"
  local patch_item = "PATCH " .. path .. "/"
  local patch_body = " HTTP/1.1\r\n" .. head .. 'Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"quantity":'

  local function next_pet()
    turn = turn + 1
    return 1 + (turn * stride) % pets
  end

  local function patch()
    local pet = next_pet()
    if waits then
      for _ = 1, pets do
        if not under_way[pet] then break end
        pet = next_pet()
      end
      under_way[pet] = true
    end
    local quantity = first + sent
    sent = sent + 1
    pet_of[quantity] = pet
    return patch_item .. pet .. patch_body .. quantity .. "}"
  end

  -- wrk calls what is there by these names, and is faster where nothing is: so each phase defines what it needs.
  if phase == "item" then
    function request()
      return get_item .. next_pet() .. item_end
    end
  elseif phase == "patch" then
    request = patch
    function response(status, headers, body)
      local pet = tonumber(string.match(body, '"petId":%s*(%d+)'))
      local quantity = tonumber(string.match(body, '"quantity":%s*(%d+)'))
      if status == 200 and pet ~= nil and pet_of[quantity] == pet then
        acknowledged[pet] = quantity
        under_way[pet] = nil
      else
        wrong = wrong + 1
      end
    end
  elseif phase == "mixed" then
    local calls = 0
    function request()
      calls = calls + 1
      if calls % 10 == 0 then return patch() end
      return get_list
    end
  end
end

function done(summary)
  local errors = summary.errors
  local sent, wrong, pairs_of = 0, 0, {}
  for _, thread in ipairs(threads) do
    sent = sent + thread:get("sent")
    wrong = wrong + thread:get("wrong")
    for pet, quantity in pairs(thread:get("acknowledged")) do
      table.insert(pairs_of, string.format("[%d,%d]", pet, quantity))
    end
  end
  io.write(string.format(
    '\nRESULT {"requests":%d,"faults":%d,"wrong":%d,"sent":%d,"acknowledged":[%s]}\n',
    summary.requests,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    wrong, sent, table.concat(pairs_of, ",")))
end
