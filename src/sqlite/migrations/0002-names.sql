-- Names for people. They are no part of the stock: the ledger and the versions know nothing of them.

create table pet_name (
  pet_id integer primary key,
  -- Null for a name that was removed: its row stays, so that readers notice.
  name text,
  -- Counts the transactions that changed names: readers fetch what is newer than what they know.
  revision integer not null
) strict;

create index pet_name_by_revision on pet_name (revision);
