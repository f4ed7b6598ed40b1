-- The database schema of Pawstock 1.0.0.

create table pawstock_schema (
  singleton boolean primary key default true check (singleton),
  version bigint not null
);

insert into pawstock_schema (version) values (0);

create table item (
  pet_id bigint primary key,
  quantity bigint not null check (quantity between 0 and 9007199254740991),
  status text not null check (status in ('available', 'pending', 'sold')),
  version bigint not null
);

create table ledger (
  seq bigint primary key,
  pet_id bigint not null,
  kind text not null check (kind in ('set', 'adjust', 'put', 'delete', 'import')),
  before bigint,
  after bigint,
  status text not null check (status in ('available', 'pending', 'sold')),
  reason text,
  note text,
  key_name text,
  -- The key_id of that API key.
  key_id bigint,
  request_id text,
  -- The trace context of the request, for webhooks.
  traceparent text,
  at_ms bigint not null,
  reservation text
);

create index ledger_by_pet on ledger (pet_id, seq);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;

create trigger ledger_keeps_entries before update or delete on ledger
for each row execute function ledger_is_append_only();

create trigger ledger_keeps_all before truncate on ledger
for each statement execute function ledger_is_append_only();

-- One row. Every writer locks it first, so that instances write in turn. Readers notice changes by it.
create table head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  actions_revision bigint not null,
  details_revision bigint not null,
  reservations_revision bigint not null,
  at_ms bigint not null,
  -- The instance that delivers webhooks. If it stops increasing lease_renewal, another instance takes over.
  lease_holder text not null,
  lease_renewal bigint not null,
  -- How many rows an import stores that is under way, and when it began; 0 rows if there is none. An import that was
  -- killed leaves these.
  import_rows bigint not null default 0,
  import_started_at_ms bigint not null default 0
);

insert into head values (true, 0, 0, 0, 0, 0, '', 0, 0, 0);

create view latest_time as select at_ms from head;

-- What tells this store from all others. A store that is restored from a backup has the identity in the backup.
create table store_identity (
  singleton boolean primary key default true check (singleton),
  id text not null default replace(gen_random_uuid()::text, '-', ''),
  -- The identity of the store from which this one was copied; null for any other store.
  copied_from text
);

insert into store_identity (copied_from) values (null);

-- The settings of the shop, which its owners change.
create table shop (
  singleton boolean primary key default true check (singleton),
  -- A pet without a low level of its own is low at this quantity.
  low_at bigint not null default 5
);

insert into shop default values;

-- How the last mails ended.
create table mail_status (
  singleton boolean primary key default true check (singleton),
  last_sent_at_ms bigint,
  -- Why the last attempt failed; null if it did not.
  last_error text
);

insert into mail_status default values;

-- How far the mail about each subject has come on each day: the mail of the morning, and those about faults.
create table mail_progress (
  -- Such as 2026-11-30, in the time zone of the shop.
  day text not null,
  subject text not null,
  state text not null,
  -- Whether the mail was begun again although the first one may have arrived.
  is_repeat boolean not null,
  at_ms bigint not null,
  primary key (day, subject)
);

-- Names, barcodes and low levels of pets. They are no part of the stock: a change of them makes no ledger entry.
create table pet_details (
  pet_id bigint primary key,
  -- A removed pet keeps its row, with null in all details. Services learn of the removal from its new revision.
  name text,
  barcode text,
  -- The barcode as it is compared: without the zeros at its start if it is a GTIN.
  barcode_key text,
  low_at bigint,
  -- A transaction that changes details gives its rows the next revision. A service that knows 7 reads rows from 8 on.
  revision bigint not null
);

create index pet_details_by_revision on pet_details (revision);
create index pet_details_by_barcode on pet_details (barcode_key) where barcode_key is not null;

-- Stock that is set aside: reservations, and the pets of each. Both stay for 30 days after the reservation has ended.
create table reservation (
  id text collate "C" not null primary key,
  item_count bigint not null,
  expires_at_ms bigint not null,
  created_at_ms bigint not null,
  -- The name and the key_id of the API key that made the reservation, or replaced it last.
  key_name text not null,
  key_id bigint not null,
  note text,
  revision bigint not null,
  state text not null,
  -- The time of the sale or release, otherwise the expiry. A reservation may have expired while its state is 'active'.
  ends_at_ms bigint not null,
  -- The ledger entries of the sale; null unless it was sold.
  first_seq bigint,
  last_seq bigint
);

-- Lists and limits concern the active ones alone, which are few beside those that ended within 30 days.
create index active_reservation_by_id on reservation (id) where state = 'active';
create index active_reservation_by_end on reservation (ends_at_ms, item_count) where state = 'active';
create index ended_reservation_by_end on reservation (ends_at_ms) where state <> 'active';

create table reservation_item (
  reservation_id text collate "C" not null,
  position bigint not null,
  pet_id bigint not null,
  quantity bigint not null,
  -- The expiry of the reservation while its state is 'active', otherwise null. It repeats what the reservation says, so
  -- that one index tells how much of a pet is reserved, without those that have ended.
  held_until_ms bigint,
  primary key (reservation_id, position)
);

create index held_item_by_pet on reservation_item (pet_id, held_until_ms, quantity) where held_until_ms is not null;

-- What requests with an Idempotency-Key have done. A repeated request gets the same response, made from this again.
create table idempotency_record (
  -- The key_id of the API key.
  caller bigint not null,
  idempotency_key text not null,
  fingerprint text not null,
  -- The range of the ledger entries of the request. Without entries, the range ends before it begins.
  first_seq bigint not null,
  last_seq bigint not null,
  at_ms bigint not null,
  -- What the request has done, and what the ledger entries do not tell of it, in JSON: see idempotency-records.ts.
  kind text not null,
  value text,
  primary key (caller, idempotency_key)
);

create index idempotency_record_by_age on idempotency_record (at_ms);

create table api_key (
  digest text primary key,
  -- Tells a key from every other key, earlier ones of the same name too. A rotation keeps it: its rows share it.
  key_id bigint not null,
  name text not null,
  scope text not null check (scope in ('setup', 'read', 'write', 'admin', 'owner')),
  require_version boolean not null,
  rate_limit bigint,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  -- The number of the action that created the key. Keys are listed in this order.
  revision bigint not null
);

-- The latest 1,000 changes of API keys, webhook endpoints and the settings of the shop, by owners and commands.
create table owner_action (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  kind text not null,
  -- The name of the key or endpoint; null for the settings of the shop.
  name text,
  -- The name of the API key that made the change; null if the command line made it.
  key_name text,
  key_id bigint,
  request_id text
);

-- What owners and commands decide about webhook endpoints. Commas separate the elements of lists. A list of petIds or
-- reasons is null for all.
create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Older secrets, which sign messages beside the current one until their overlap ends: a list in JSON.
  previous_secrets text not null,
  public_only boolean not null,
  events text not null,
  -- The level of pets without one of their own; null for the level of the shop.
  low bigint,
  pet_ids text,
  reasons text,
  paused_at_ms bigint,
  created_at_ms bigint not null,
  -- The number of the last action that changed the endpoint, and of the last one that made its failures void.
  revision bigint not null,
  generation bigint not null,
  -- The replay that was asked for last: the entry after which it begins, and the number of the action.
  replay_after bigint,
  replay_generation bigint
);

-- How far the deliveries to each endpoint have come. Only the instance that delivers writes it. Of a row with an earlier
-- generation than that of the endpoint, only the cursor counts, and a replay that is not older than the row.
create table webhook_progress (
  webhook_id text primary key,
  generation bigint not null,
  -- The sequence of the last ledger entry that was delivered.
  cursor bigint not null,
  state text not null check (state in ('working', 'failing', 'disabled')),
  failing_since_ms bigint,
  failures bigint not null,
  next_attempt_at_ms bigint,
  disabled_at_ms bigint,
  -- The last ledger entry that a replay has sent again, and the entry that ends the replay.
  replay_position bigint,
  replay_until bigint,
  last_attempt_at_ms bigint,
  -- The HTTP status of the last response. If there was none, the code of the reason.
  last_status bigint,
  last_failure text
);

-- The latest 50 delivery attempts of each webhook endpoint.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  at_ms bigint not null,
  seq bigint not null,
  event text not null,
  status bigint,
  -- The code of the reason why there was no response.
  failure text,
  duration_ms bigint not null,
  response text
);
