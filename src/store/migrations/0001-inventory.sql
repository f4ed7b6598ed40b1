-- Schema 1, that of version 1.0.0: the tables that are the same in both engines, with the types of PostgreSQL.

-- Names, barcodes and low levels for people. They are no part of the stock: the ledger and the versions know nothing of them.
create table pet_details (
  pet_id bigint primary key,
  -- All null where the details were removed: the row stays, so that readers notice.
  name text,
  barcode text,
  low_at bigint,
  -- Counts the transactions that changed details: readers fetch what is newer than what they know.
  revision bigint not null
);

create index pet_details_by_revision on pet_details (revision);
create index pet_details_by_barcode on pet_details (barcode) where barcode is not null;

-- Stock set aside, a row for each pet of a reservation. What has ended stays for 30 days, with the entries of its sale.
create table reservation (
  id text collate "C" not null,
  position bigint not null,
  pet_id bigint not null,
  quantity bigint not null,
  expires_at_ms bigint not null,
  created_at_ms bigint not null,
  key_name text,
  note text,
  revision bigint not null,
  state text not null,
  -- When it was sold or released, or else its expiry: by then it has expired, even if its state is still active.
  ends_at_ms bigint not null,
  first_seq bigint,
  last_seq bigint,
  primary key (id, position)
);

create index reservation_by_pet on reservation (state, pet_id, ends_at_ms);
create index reservation_by_end on reservation (ends_at_ms);
create index reservation_by_state on reservation (state, id);

-- The response to a repeated request is made anew from its ledger entries, which never change, or is its body.
create table idempotency_record (
  caller text not null,
  idempotency_key text not null,
  fingerprint text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  at_ms bigint not null,
  -- Whether the body shows something new.
  created boolean not null,
  body text,
  version bigint,
  primary key (caller, idempotency_key)
);

create index idempotency_record_by_age on idempotency_record (at_ms);

create table api_key (
  id text primary key,
  rotation_id text not null,
  name text not null,
  digest text not null unique,
  scope text not null check (scope in ('setup', 'read', 'write', 'admin', 'owner')),
  require_version boolean not null,
  rate_limit bigint,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  -- The revision of the action that created the key.
  revision bigint not null
);

-- What owners and commands did to keys and webhooks, the newest thousand.
create table owner_action (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  kind text not null,
  name text not null,
  -- Null for a command.
  key_name text,
  request_id text
);

-- Endpoints that are told of changes. Lists are separated by commas; a filter is null for all.
create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Signs as well, until then.
  previous_secret text,
  previous_secret_until_ms bigint,
  public_only boolean not null,
  events text not null,
  low bigint not null,
  pet_ids text,
  reasons text,
  paused_at_ms bigint,
  created_at_ms bigint not null,
  -- Counts up with every change by an owner or a command.
  revision bigint not null,
  -- The last ledger entry that was delivered.
  cursor bigint not null,
  failing_since_ms bigint,
  failures bigint not null,
  next_attempt_at_ms bigint,
  disabled_at_ms bigint,
  last_answer text,
  last_answer_at_ms bigint,
  -- A replay goes on from its cursor until it has come to its end.
  replay_cursor bigint,
  replay_until bigint
);

-- The last attempts to deliver, fifty for each endpoint.
create table webhook_attempt (
  id bigint generated always as identity primary key,
  webhook_id text not null,
  at_ms bigint not null,
  seq bigint not null,
  event text not null,
  status bigint,
  error text,
  duration_ms bigint not null,
  response text
);
