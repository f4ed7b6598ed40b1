-- This script makes the requests that the load generator wrk sends. Its arguments, in order:
--   phase           list, unchanged, item, patch or mixed
--   key             the API key
--   etag            the value of If-None-Match in the phase "unchanged"
--   first quantity  the quantity in the first PATCH; every further PATCH sends the next number
--   pets            the number of pets; their ids count from 1
--
-- No quantity is sent twice, because SQLite neither writes nor syncs a row that does not change. All quantities have
-- seven digits, so all request bodies have the same length.

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

-- The step from one pet to the next. It is a prime number, so every pet gets its turn before any pet comes again.
local stride = 7919

function init(args)
  local phase, key, etag = args[1], args[2], args[3]
  first, pets = tonumber(args[4]), tonumber(args[5])
  sent, acknowledged, wrong = 0, {}, 0
  -- A PATCH never goes to a pet whose last PATCH has no response yet. With two PATCHes of one pet under way, nobody
  -- could tell which quantity the server stored last.
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

  -- wrk is faster without the functions "request" and "response", so each phase defines only those that it needs.
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
