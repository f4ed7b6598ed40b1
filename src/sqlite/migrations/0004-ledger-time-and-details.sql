-- Times of the ledger that can be searched, and tables and columns named for what they hold. The renamed ones are part of
-- every write of earlier versions, so a service that was not stopped cannot write any more.

alter table ledger rename column previous to previous_seq;
alter table api_key rename column origin to rotation_id;
alter table remembered rename to idempotency_record;
drop index remembered_by_age;
create index idempotency_record_by_age on idempotency_record (at_ms);

-- Where times go back. Since this schema an entry is never earlier than the one before, but the ledger may hold entries
-- that were written before, with a clock that was set back or with several clocks. A row stands for a thousand entries
-- with at least one such step: the latest time up to their end, and the earliest from their beginning on.
create table clock_step (
  -- The sequence divided by 1,000.
  thousand integer primary key,
  latest_ms integer not null,
  earliest_ms integer not null
) strict;

insert into clock_step (thousand, latest_ms, earliest_ms)
select thousand, latest_ms, earliest_ms
from (
  select thousand, steps,
    max(latest_ms) over (order by thousand) as latest_ms,
    min(earliest_ms) over (order by thousand desc) as earliest_ms
  from (
    select seq / 1000 as thousand, max(at_ms) as latest_ms, min(at_ms) as earliest_ms,
      count(*) filter (where at_ms < previous_ms) as steps
    from (select seq, at_ms, lag(at_ms) over (order by seq) as previous_ms from ledger) as entry
    group by seq / 1000
  ) as span
) as bound
where steps > 0;

-- Names become details: a barcode and a level beside the name. Every name stays. The renamed table is part of every
-- change of a name by earlier versions, so a service that was not stopped cannot make one any more.

alter table pet_name rename to pet_details;
alter table pet_details add column barcode text;
alter table pet_details add column low_at integer;
drop index pet_name_by_revision;
create index pet_details_by_revision on pet_details (revision);
create index pet_details_by_barcode on pet_details (barcode) where barcode is not null;

-- What a caller was told, where the ledger's entries do not say it: a repeated request gets the same.
alter table idempotency_record add column body text;

-- For the search by key and by reason.
create index ledger_by_key on ledger (key_name) where key_name is not null;
create index ledger_by_reason on ledger (reason) where reason is not null;

-- What is set aside, a row for each pet of a reservation. Rows that have expired mean nothing, and are deleted some time.
create table reservation (
  id text not null,
  position integer not null,
  pet_id integer not null,
  quantity integer not null,
  expires_at_ms integer not null,
  created_at_ms integer not null,
  key_name text,
  note text,
  primary key (id, position)
) strict;

create index reservation_by_pet on reservation (pet_id);
create index reservation_by_key on reservation (key_name) where position = 0;
create index reservation_by_expiry on reservation (expires_at_ms);

-- Keys that manage keys and webhooks (owner), and links that make the first of them (setup).

create table new_api_key (
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
  -- Counts up with every change of any key but for its last use: readers fetch what is newer than what they know.
  revision integer not null
) strict;
insert into new_api_key
select id, rotation_id, name, digest, scope, require_version, rate_limit, created_at_ms, expires_at_ms, revoked_at_ms,
  last_used_at_ms, revision
from api_key;
drop table api_key;
alter table new_api_key rename to api_key;
create index api_key_by_name on api_key (name);
create index api_key_by_revision on api_key (revision);

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

-- A secret that is replaced signs on for a while; filters are lists with commas, null for all; a replay goes on from its
-- cursor until it has come to its end.
alter table webhook add column previous_secret text;
alter table webhook add column previous_secret_until_ms integer;
alter table webhook add column public_only integer not null default 0;
alter table webhook add column pet_ids text;
alter table webhook add column reasons text;
alter table webhook add column paused_at_ms integer;
alter table webhook add column replay_cursor integer;
alter table webhook add column replay_until integer;

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
