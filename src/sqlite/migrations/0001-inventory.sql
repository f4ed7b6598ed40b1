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
