-- Stock levels, the ledger they follow from, API keys, and remembered idempotency keys.

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
  request_id text,
  at_ms bigint not null
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

create table api_key (
  id text primary key,
  origin text not null,
  name text not null,
  digest text not null unique,
  scope text not null check (scope in ('read', 'write', 'admin')),
  require_version boolean not null,
  rate_limit bigint,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  -- Counts up with every change of any key but for its last use: readers fetch what is newer than what they know.
  revision bigint not null
);

create index api_key_by_name on api_key (name);
create index api_key_by_revision on api_key (revision);

-- The answer to a remembered request is made anew from its ledger entries, which never change.
create table remembered (
  caller text not null,
  idempotency_key text not null,
  fingerprint text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  at_ms bigint not null,
  primary key (caller, idempotency_key)
);

create index remembered_by_age on remembered (at_ms);

-- One row. Whoever writes locks it first: that gives the ledger one order over all instances, and readers one place
-- to see how far it has come.
create table head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  keys_revision bigint not null
);

insert into head (seq, keys_revision) values (0, 0);
