-- Version 4 (a83b5f24e4a1ed33)
-- Applied at start, after the migrations, where the database has a lower version. Every statement is repeatable.
-- Raise the number with every change to this file or grants.sql. Servers of the former release keep running beside this
-- one, also after a rollback: they leave a higher version as it is. Removed functions therefore need a drop here.

insert into sandbox_clock (id, offset_ms) values (1, 0) on conflict (id) do nothing;

-- The clock of limits, expiries and jobs: now() plus an offset that only the sandbox writes.
-- It is PL/pgSQL because an inlined SQL function costs each statement more planning time than the read itself.
create or replace function app_now() returns timestamptz language plpgsql stable as $$
begin
  return now() + (select offset_ms from sandbox_clock where id = 1) * interval '1 millisecond';
end
$$;

-- The timestamps of a list within the given span before app_now().
create or replace function recent_moments(moments timestamptz[], span interval) returns timestamptz[] language sql stable as $$
  select coalesce(array_agg(moment order by moment), '{}'::timestamptz[])
  from unnest(moments) as moment where moment > app_now() - span
$$;

-- Raises WT409 unless catalogues/states lists this transition. The table is filled at start.
create or replace function assert_transition(subject_name text, before_state text, after_state text) returns void language plpgsql as $$
begin
  if not exists (
    select 1 from state_transitions where subject = subject_name and from_state = before_state and to_state = after_state
  ) then
    raise exception 'a % does not move from % to %', subject_name, before_state, after_state using errcode = 'WT409';
  end if;
end
$$;

-- Records a transition. The server sets `sanad.moved_by` for its own database transaction.
create or replace function record_transition(transaction text, item_id text, before_state text, after_state text) returns void language sql as $$
  insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at)
  values (transaction, item_id, before_state, after_state, coalesce(nullif(current_setting('sanad.moved_by', true), ''), 'unknown'), app_now())
$$;

revoke execute on function record_transition(text, text, text, text) from public;

-- Functions that write the ledger run with its owner's rights, because the server's role may lack them.
create or replace function guard_transaction_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state then
    perform assert_transition('transaction', old.state, new.state);
    perform record_transition(new.id, null, old.state, new.state);
  end if;
  return new;
end
$$;

-- Records the evaluation, which catalogues/states does not guard. No verification has the name '#evaluation'.
create or replace function record_evaluation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.evaluation_state is distinct from old.evaluation_state then
    perform record_transition(new.id, '#evaluation', old.evaluation_state, new.evaluation_state);
  end if;
  return new;
end
$$;

-- Records a skip and its undo as SKIPPED, which is a mark and no stored state. Saved submissions stay.
create or replace function record_skip() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  saved_state text := (
    select state from submissions where transaction_id = new.transaction_id and verification_name = new.name
    order by created_at limit 1
  );
begin
  if new.marked_as_skip is distinct from old.marked_as_skip then
    perform record_transition(new.transaction_id, new.name,
      case when old.marked_as_skip then 'SKIPPED' else coalesce(saved_state, old.state) end,
      case when new.marked_as_skip then 'SKIPPED' else coalesce(saved_state, new.state) end);
  end if;
  return new;
end
$$;

create or replace function guard_item_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state then
    perform assert_transition('item', old.state, new.state);
    perform record_transition(new.transaction_id, new.name, old.state, new.state);
  end if;
  return new;
end
$$;

-- A new submission starts at NOT_INITIALIZED, a removed one returns there.
create or replace function guard_submission_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before_state text := case when tg_op = 'INSERT' then 'NOT_INITIALIZED' else old.state end;
  after_state text := case when tg_op = 'DELETE' then 'NOT_INITIALIZED' else new.state end;
begin
  if after_state is distinct from before_state then
    perform assert_transition('item', before_state, after_state);
    perform record_transition(
      case when tg_op = 'DELETE' then old.transaction_id else new.transaction_id end,
      case when tg_op = 'DELETE' then old.sub_type else new.sub_type end,
      before_state, after_state);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'WT409';
end
$$;

create or replace trigger transactions_state before update of state on transactions for each row execute function guard_transaction_state();
create or replace trigger transactions_evaluation before update of evaluation_state on transactions for each row execute function record_evaluation();
create or replace trigger transaction_items_skip before update of marked_as_skip on transaction_items for each row execute function record_skip();
create or replace trigger transaction_items_state before update of state on transaction_items for each row execute function guard_item_state();
create or replace trigger submissions_state before insert or update of state or delete on submissions for each row execute function guard_submission_state();
create or replace trigger state_ledger_append_only before update or delete on state_ledger for each row execute function refuse_change();
create or replace trigger state_ledger_no_truncate before truncate on state_ledger for each statement execute function refuse_change();
create or replace trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create or replace trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();
create or replace trigger order_ledger_append_only before update or delete on order_ledger for each row execute function refuse_change();
create or replace trigger order_ledger_no_truncate before truncate on order_ledger for each statement execute function refuse_change();
create or replace trigger ledger_chain_append_only before update or delete on ledger_chain for each row execute function refuse_change();
create or replace trigger ledger_chain_no_truncate before truncate on ledger_chain for each statement execute function refuse_change();

-- The hashed text depends neither on the session nor on later columns, which are null in older rows.
create or replace function chain_hash(before_hash text, source text, ledger_row jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(before_hash || ' ' || source || ' ' || jsonb_strip_nulls(ledger_row)::text, 'UTF8')), 'hex')
$$;

-- Links a row to its predecessor at commit, so that the lock is held only while a transaction ends.
create or replace function chain_row() returns trigger language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  source text := tg_argv[1];
  last_seq bigint;
  last_hash text;
begin
  perform pg_advisory_xact_lock(7262624);
  select seq, hash into last_seq, last_hash from ledger_chain order by seq desc limit 1;
  insert into ledger_chain (seq, source, row_id, hash) values (
    coalesce(last_seq, 0) + 1, source, (to_jsonb(new) ->> tg_argv[0])::bigint,
    chain_hash(coalesce(last_hash, ''), source, to_jsonb(new)));
  return null;
end
$$;

-- Creates the missing partitions of one UTC month. Writers wait a second at most.
-- Rows of that month move over from the default partition.
create or replace function make_ledger_month(month date) returns void language plpgsql
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  begins timestamptz := date_trunc('month', month);
  ends timestamptz := begins + interval '1 month';
  ledger text;
  moment text;
  part text;
  other text;
begin
  perform pg_advisory_xact_lock(7262625);
  for ledger, moment in values ('state_ledger', 'moved_at'), ('audit_log', 'at'), ('order_ledger', 'moved_at') loop
    part := format('ledger_months.%I', ledger || to_char(begins, '_YYYY_MM'));
    other := format('ledger_months.%I', ledger || '_other');
    continue when to_regclass(part) is not null;
    execute format('create table %s (like %I including defaults)', part, ledger);
    execute format('alter table %s disable trigger user', other);
    execute format('with moved as (delete from %1$s where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$s select * from moved', other, moment, begins, ends, part);
    execute format('alter table %s enable trigger user', other);
    execute format('alter table %I attach partition %s for values from (%L) to (%L)', ledger, part, begins, ends);
    execute format('create trigger no_truncate before truncate on %s for each statement execute function refuse_change()', part);
  end loop;
end
$$;

revoke execute on function make_ledger_month(date) from public;

-- Partitions of this month and the next three. A job calls it with the rights of the ledgers' owner.
create or replace function make_ledger_months() returns void language sql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
  select make_ledger_month((date_trunc('month', app_now()) + n * interval '1 month')::date) from generate_series(0, 3) n
$$;

select make_ledger_months();
create or replace trigger no_truncate before truncate on ledger_months.state_ledger_other for each statement execute function refuse_change();
create or replace trigger no_truncate before truncate on ledger_months.audit_log_other for each statement execute function refuse_change();
create or replace trigger no_truncate before truncate on ledger_months.order_ledger_other for each statement execute function refuse_change();

-- Success is final; a failed payment may still succeed. The priced items never change.
create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (new.status = 'Success' or (old.status = 'Pending' and new.status = 'Failed')) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'WT409';
  end if;
  if (new.amount_minor, new.currency, new.cart, new.transaction_id) is distinct from (old.amount_minor, old.currency, old.cart, old.transaction_id) then
    raise exception 'the price of an order is final' using errcode = 'WT409';
  end if;
  return new;
end
$$;

-- Records each new order and each change of its status.
create or replace function record_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into order_ledger (order_id, from_status, to_status, amount_minor, moved_at)
    values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, new.amount_minor, app_now());
  end if;
  return null;
end
$$;

create or replace function record_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.status is distinct from old.status then
    insert into order_ledger (order_id, refund_id, from_status, to_status, amount_minor, moved_at)
    values (new.order_id, new.id, case when tg_op = 'UPDATE' then old.status end, new.status, new.amount_minor, app_now());
  end if;
  return null;
end
$$;

create or replace trigger orders_recorded after insert or update of status on orders for each row execute function record_order();
create or replace trigger refunds_recorded after insert or update of status on refunds for each row execute function record_refund();
create or replace trigger orders_guard before update on orders for each row execute function guard_order();

-- Notifies other servers, which cache sessions for seconds, of every change to a session or candidate.
create or replace function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('sanad_changed', case tg_table_name when 'sessions' then 'session ' || old.id when 'candidates' then 'candidate ' || old.id else '' end);
  return null;
end
$$;

create or replace trigger sessions_notify after update of ended_at on sessions for each row execute function notify_changed();
create or replace trigger candidates_notify after update or delete on candidates for each row execute function notify_changed();
create or replace trigger sandbox_clock_notify after update on sandbox_clock for each row execute function notify_changed();

-- Former names.
do $$
declare
  ledger text;
  part regclass;
begin
  foreach ledger in array array['state_ledger', 'audit_log', 'order_ledger', 'ledger_chain'] loop
    execute format('drop trigger if exists %I on %I', ledger || '_kept', ledger);
    execute format('drop trigger if exists %I on %I', ledger || '_whole', ledger);
  end loop;
  for part in select tgrelid::regclass from pg_trigger where tgname = 'whole' loop
    execute format('create or replace trigger no_truncate before truncate on %s for each statement execute function refuse_change()', part);
    execute format('drop trigger whole on %s', part);
  end loop;
end
$$;
drop trigger if exists sessions_told on sessions;
drop trigger if exists candidates_told on candidates;
drop trigger if exists sandbox_clock_told on sandbox_clock;
drop function if exists tell_changed();
drop function if exists record_move(text, text, text, text);
