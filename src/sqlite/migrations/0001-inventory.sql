-- Schema 1, that of version 1.0.0.
--
-- A check that compares one by one is five times cheaper than "in (...)", for which SQLite builds a table each time.

create table item (
  pet_id integer primary key,
  -- Null for a pet that was removed: its row stays, for it tells where the pet's history ends.
  quantity integer check (quantity between 0 and 9007199254740991),
  status text not null check (status = 'available' or status = 'pending' or status = 'sold'),
  version integer not null
) strict;

create table ledger (
  seq integer primary key,
  pet_id integer not null,
  -- The pet's entry before this one. An index by pet would change a page for every entry, and be half the cost of a write.
  previous_seq integer,
  kind text not null check (kind = 'set' or kind = 'adjust' or kind = 'put' or kind = 'delete' or kind = 'import'),
  before integer,
  after integer,
  status text not null check (status = 'available' or status = 'pending' or status = 'sold'),
  reason text,
  note text,
  key_name text,
  request_id text,
  at_ms integer not null,
  reservation text
) strict;

-- The ledger only ever grows, by one at its end: no gap, no second truth, not even by "insert or replace".
create trigger ledger_grows_by_one before insert on ledger
when new.seq <> (select ifnull(max(seq), 0) + 1 from ledger)
begin
  select raise(abort, 'the ledger grows by one at its end');
end;

create trigger ledger_keeps_entries before update on ledger
begin
  select raise(abort, 'the ledger is append-only');
end;

create trigger ledger_keeps_all before delete on ledger
begin
  select raise(abort, 'the ledger is append-only');
end;

-- One row, by which every process sees what has changed. The sequence follows from the ledger.
create table head (
  singleton integer primary key check (singleton = 1),
  actions_revision integer not null,
  details_revision integer not null,
  reservations_revision integer not null,
  -- The time of the last transaction that has no entry in the ledger.
  at_ms integer not null,
  -- The instance that delivers webhooks. It renews its lease by counting up; another takes it once it has not changed for a while.
  lease_holder text not null,
  lease_renewal integer not null
) strict;

insert into head values (1, 0, 0, 0, 0, '', 0);

create view latest_time as
select max(at_ms, ifnull((select at_ms from ledger order by seq desc limit 1), 0)) as at_ms from head;

-- Names, barcodes and low levels for people. They are no part of the stock: the ledger and the versions know nothing of them.
create table pet_details (
  pet_id integer primary key,
  -- All null where the details were removed: the row stays, so that readers notice.
  name text,
  barcode text,
  low_at integer,
  -- Counts the transactions that changed details: readers fetch what is newer than what they know.
  revision integer not null
) strict;

create index pet_details_by_revision on pet_details (revision);
create index pet_details_by_barcode on pet_details (barcode) where barcode is not null;

-- Stock set aside, a row for each pet of a reservation. What has ended stays for 30 days, with the entries of its sale.
create table reservation (
  id text not null,
  position integer not null,
  pet_id integer not null,
  quantity integer not null,
  expires_at_ms integer not null,
  created_at_ms integer not null,
  key_name text,
  note text,
  revision integer not null,
  state text not null,
  -- When it was sold or released, or else its expiry: by then it has expired, even if its state is still active.
  ends_at_ms integer not null,
  first_seq integer,
  last_seq integer,
  primary key (id, position)
) strict;

create index reservation_by_pet on reservation (state, pet_id, ends_at_ms);
create index reservation_by_end on reservation (ends_at_ms);
create index reservation_by_state on reservation (state, id);

-- The response to a repeated request is made anew from its ledger entries, which never change, or is its body.
create table idempotency_record (
  caller text not null,
  idempotency_key text not null,
  fingerprint text not null,
  first_seq integer not null,
  last_seq integer not null,
  at_ms integer not null,
  -- Whether the body shows something new.
  created integer not null,
  body text,
  version integer,
  primary key (caller, idempotency_key)
) strict, without rowid;

create index idempotency_record_by_age on idempotency_record (at_ms);

create table api_key (
  id text primary key,
  rotation_id text not null,
  name text not null,
  digest text not null unique,
  scope text not null check (scope in ('setup', 'read', 'write', 'admin', 'owner')),
  require_version integer not null,
  rate_limit integer,
  created_at_ms integer not null,
  expires_at_ms integer,
  revoked_at_ms integer,
  last_used_at_ms integer,
  -- The revision of the action that created the key.
  revision integer not null
) strict;

-- What owners and commands did to keys and webhooks, the newest thousand.
create table owner_action (
  id integer primary key,
  at_ms integer not null,
  kind text not null,
  name text not null,
  -- Null for a command.
  key_name text,
  request_id text
) strict;

-- Endpoints that are told of changes. Lists are separated by commas; a filter is null for all.
create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Signs as well, until then.
  previous_secret text,
  previous_secret_until_ms integer,
  public_only integer not null,
  events text not null,
  low integer not null,
  pet_ids text,
  reasons text,
  paused_at_ms integer,
  created_at_ms integer not null,
  -- Counts up with every change by an owner or a command.
  revision integer not null,
  -- The last ledger entry that was delivered.
  cursor integer not null,
  failing_since_ms integer,
  failures integer not null,
  next_attempt_at_ms integer,
  disabled_at_ms integer,
  last_answer text,
  last_answer_at_ms integer,
  -- A replay goes on from its cursor until it has come to its end.
  replay_cursor integer,
  replay_until integer
) strict;

-- The last attempts to deliver, fifty for each endpoint.
create table webhook_attempt (
  id integer primary key,
  webhook_id text not null,
  at_ms integer not null,
  seq integer not null,
  event text not null,
  status integer,
  error text,
  duration_ms integer not null,
  response text
) strict;
