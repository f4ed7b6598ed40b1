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
  request_id text,
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
  lease_renewal integer not null
) strict;

insert into head values (1, 0, 0, 0, 0, '', 0);

create view latest_time as
select max(at_ms, ifnull((select at_ms from ledger order by seq desc limit 1), 0)) as at_ms from head;
