-- Endpoints that are told of changes, and the lease of the one instance that tells them.

create table webhook (
  id text primary key,
  name text not null unique,
  url text not null,
  secret text not null,
  -- Separated by commas.
  events text not null,
  low integer not null,
  created_at_ms integer not null,
  -- Counts up with every change by a command.
  revision integer not null,
  -- The last ledger entry that was delivered.
  cursor integer not null,
  failing_since_ms integer,
  failures integer not null,
  next_attempt_at_ms integer,
  disabled_at_ms integer,
  last_answer text,
  last_answer_at_ms integer
) strict;

-- One row. The holder renews it by counting up; another instance takes it once it has not changed for a while.
create table webhook_lease (
  singleton integer primary key check (singleton = 1),
  holder text not null,
  renewal integer not null
) strict;

insert into webhook_lease (singleton, holder, renewal) values (1, '', 0);
