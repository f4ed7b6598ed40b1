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
  request_id text,
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
  lease_renewal bigint not null
);

insert into head values (true, 0, 0, 0, 0, 0, '', 0);

create view latest_time as select at_ms from head;
