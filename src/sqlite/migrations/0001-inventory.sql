-- The database schema of Pawstock 1.0.0.
--
-- A check with "or" is five times cheaper than "in (...)", for which SQLite builds a table each time.

create table item (
  pet_id integer primary key,
  -- Null for a removed pet. Its row stays, because its version is the sequence of the pet's last ledger entry.
  quantity integer check (quantity between 0 and 9007199254740991),
  status text not null check (status = 'available' or status = 'pending' or status = 'sold'),
  version integer not null
) strict;

create table ledger (
  seq integer primary key,
  pet_id integer not null,
  -- The sequence of the pet's previous entry. An index by pet instead would double the cost of a write.
  previous_seq integer,
  kind text not null check (kind = 'set' or kind = 'adjust' or kind = 'put' or kind = 'delete' or kind = 'import'),
  before integer,
  after integer,
  status text not null check (status = 'available' or status = 'pending' or status = 'sold'),
  reason text,
  note text,
  key_name text,
  -- The key_id of that API key.
  key_id integer,
  request_id text,
  -- The trace context of the request, for webhooks.
  traceparent text,
  at_ms integer not null,
  reservation text
) strict;

-- An entry can only be added at the end of the ledger. Not even "insert or replace" changes an earlier entry.
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

-- One row, by which every process notices changes of keys, details, webhooks and reservations.
create table head (
  singleton integer primary key check (singleton = 1),
  actions_revision integer not null,
  details_revision integer not null,
  reservations_revision integer not null,
  -- The time of the last transaction without a ledger entry.
  at_ms integer not null,
  -- The instance that delivers webhooks. If it stops increasing lease_renewal, another instance takes over.
  lease_holder text not null,
  lease_renewal integer not null,
  -- How many rows an import stores that is under way, and when it began; 0 rows if there is none. An import that was
  -- killed leaves these.
  import_rows integer not null default 0,
  import_started_at_ms integer not null default 0
) strict;

insert into head values (1, 0, 0, 0, 0, '', 0, 0, 0);

create view latest_time as
select max(at_ms, ifnull((select at_ms from ledger order by seq desc limit 1), 0)) as at_ms from head;

-- What tells this store from all others. A store that is restored from a backup has the identity in the backup.
create table store_identity (
  singleton integer primary key default 1 check (singleton = 1),
  id text not null default (lower(hex(randomblob(16)))),
  -- The identity of the store from which this one was copied; null for any other store.
  copied_from text
) strict;

insert into store_identity (copied_from) values (null);

-- The settings of the shop, which its owners change.
create table shop (
  singleton integer primary key default 1 check (singleton = 1),
  -- A pet without a low level of its own is low at this quantity.
  low_at integer not null default 5
) strict;

insert into shop default values;

-- How the last mails ended.
create table mail_status (
  singleton integer primary key default 1 check (singleton = 1),
  last_sent_at_ms integer,
  -- Why the last attempt failed; null if it did not.
  last_error text
) strict;

insert into mail_status default values;

-- How far the mail about each subject has come on each day: the mail of the morning, and those about faults.
create table mail_progress (
  -- Such as 2026-11-30, in the time zone of the shop.
  day text not null,
  subject text not null,
  state text not null,
  -- Whether the mail was begun again although the first one may have arrived.
  is_repeat integer not null,
  at_ms integer not null,
  primary key (day, subject)
) strict;

-- Names, barcodes and low levels of pets. They are no part of the stock: a change of them makes no ledger entry.
create table pet_details (
  pet_id integer primary key,
  -- A removed pet keeps its row, with null in all details. Services learn of the removal from its new revision.
  name text,
  barcode text,
  -- The barcode as it is compared: without the zeros at its start if it is a GTIN.
  barcode_key text,
  low_at integer,
  -- A transaction that changes details gives its rows the next revision. A service that knows 7 reads rows from 8 on.
  revision integer not null
) strict;

create index pet_details_by_revision on pet_details (revision);
create index pet_details_by_barcode on pet_details (barcode_key) where barcode_key is not null;

-- Stock that is set aside: reservations, and the pets of each. Both stay for 30 days after the reservation has ended.
create table reservation (
  id text not null primary key,
  item_count integer not null,
  expires_at_ms integer not null,
  created_at_ms integer not null,
  -- The name and the key_id of the API key that made the reservation, or replaced it last.
  key_name text not null,
  key_id integer not null,
  note text,
  revision integer not null,
  state text not null,
  -- The time of the sale or release, otherwise the expiry. A reservation may have expired while its state is 'active'.
  ends_at_ms integer not null,
  -- The ledger entries of the sale; null unless it was sold.
  first_seq integer,
  last_seq integer
) strict;

-- Lists and limits concern the active ones alone, which are few beside those that ended within 30 days.
create index active_reservation_by_id on reservation (id) where state = 'active';
create index active_reservation_by_end on reservation (ends_at_ms, item_count) where state = 'active';
create index ended_reservation_by_end on reservation (ends_at_ms) where state <> 'active';

create table reservation_item (
  reservation_id text not null,
  position integer not null,
  pet_id integer not null,
  quantity integer not null,
  -- The expiry of the reservation while its state is 'active', otherwise null. It repeats what the reservation says, so
  -- that one index tells how much of a pet is reserved, without those that have ended.
  held_until_ms integer,
  primary key (reservation_id, position)
) strict, without rowid;

create index held_item_by_pet on reservation_item (pet_id, held_until_ms, quantity) where held_until_ms is not null;

-- What requests with an Idempotency-Key have done. A repeated request gets the same response, made from this again.
create table idempotency_record (
  -- The key_id of the API key.
  caller integer not null,
  idempotency_key text not null,
  fingerprint text not null,
  -- The range of the ledger entries of the request. Without entries, the range ends before it begins.
  first_seq integer not null,
  last_seq integer not null,
  at_ms integer not null,
  -- What the request has done, and what the ledger entries do not tell of it, in JSON: see idempotency-records.ts.
  kind text not null,
  value text,
  primary key (caller, idempotency_key)
) strict;

create index idempotency_record_by_age on idempotency_record (at_ms);

create table api_key (
  digest text primary key,
  -- Tells a key from every other key, earlier ones of the same name too. A rotation keeps it: its rows share it.
  key_id integer not null,
  name text not null,
  scope text not null check (scope in ('setup', 'read', 'write', 'admin', 'owner')),
  require_version integer not null,
  rate_limit integer,
  created_at_ms integer not null,
  expires_at_ms integer,
  revoked_at_ms integer,
  last_used_at_ms integer,
  -- The number of the action that created the key. Keys are listed in this order.
  revision integer not null
) strict;

-- The latest 1,000 changes of API keys, webhook endpoints and the settings of the shop, by owners and commands.
create table owner_action (
  id integer primary key,
  at_ms integer not null,
  kind text not null,
  -- The name of the key or endpoint; null for the settings of the shop.
  name text,
  -- The name of the API key that made the change; null if the command line made it.
  key_name text,
  key_id integer,
  request_id text
) strict;

-- What owners and commands decide about webhook endpoints. Commas separate the elements of lists. A list of petIds or
-- reasons is null for all.
create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Older secrets, which sign messages beside the current one until their overlap ends: a list in JSON.
  previous_secrets text not null,
  public_only integer not null,
  events text not null,
  -- The level of pets without one of their own; null for the level of the shop.
  low integer,
  pet_ids text,
  reasons text,
  paused_at_ms integer,
  created_at_ms integer not null,
  -- The number of the last action that changed the endpoint, and of the last one that made its failures void.
  revision integer not null,
  generation integer not null,
  -- The replay that was asked for last: the entry after which it begins, and the number of the action.
  replay_after integer,
  replay_generation integer
) strict;

-- How far the deliveries to each endpoint have come. Only the instance that delivers writes it. Of a row with an earlier
-- generation than that of the endpoint, only the cursor counts, and a replay that is not older than the row.
create table webhook_progress (
  webhook_id text primary key,
  generation integer not null,
  -- The sequence of the last ledger entry that was delivered.
  cursor integer not null,
  state text not null check (state in ('working', 'failing', 'disabled')),
  failing_since_ms integer,
  failures integer not null,
  next_attempt_at_ms integer,
  disabled_at_ms integer,
  -- The last ledger entry that a replay has sent again, and the entry that ends the replay.
  replay_position integer,
  replay_until integer,
  last_attempt_at_ms integer,
  -- The HTTP status of the last response. If there was none, the code of the reason.
  last_status integer,
  last_failure text
) strict;

-- The latest 50 delivery attempts of each webhook endpoint.
create table webhook_attempt (
  id integer primary key,
  webhook_id text not null,
  at_ms integer not null,
  seq integer not null,
  event text not null,
  status integer,
  -- The code of the reason why there was no response.
  failure text,
  duration_ms integer not null,
  response text
) strict;
