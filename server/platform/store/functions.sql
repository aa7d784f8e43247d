-- Version 9 (45177997585585b9)
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

-- The operation or job that the server has set for its own database transaction; null for a change by hand.
create or replace function moved_by() returns text language sql stable as $$
  select nullif(current_setting('sanad.moved_by', true), '')
$$;

-- The hash of a content: of its salt, of what it is, and of its value in the text form of jsonb. Version 1 of the form.
create or replace function content_hash(salt text, what text, value jsonb) returns text language sql immutable as $$
  select encode(sha256(convert_to(concat_ws(' ', 'sanad content 1', salt, what, value::text), 'UTF8')), 'hex')
$$;

-- The names and identity documents of a candidate. Numbers are masked, and their keyed hashes stay out.
create or replace function names_hash(candidate candidates) returns text language sql stable as $$
  select content_hash(candidate.content_salt, 'names', jsonb_build_object(
    'displayName', candidate.display_name, 'provedName', candidate.proved_name,
    'documents', (select jsonb_object_agg(d.type, jsonb_build_array(d.category, d.sub_type, d.masked_number, d.data))
      from profile_verifications d where d.candidate_id = candidate.id)))
$$;

-- The ids of the files that an answer names, at any depth. `toFileUrl` makes these addresses.
create or replace function list_file_ids(data jsonb) returns setof text language sql immutable as $$
  select distinct substr(value #>> '{}', length('/utility/api/1.0/files/') + 1) from jsonb_path_query(data, 'strict $.**') value
  where jsonb_typeof(value) = 'string' and starts_with(value #>> '{}', '/utility/api/1.0/files/')
$$;

-- The hash of each file by its id; empty when its row is gone, or its bytes because they were infected.
create or replace function hash_files(salt text, data jsonb) returns jsonb language sql stable as $$
  select jsonb_object_agg(file_id, case when f.id is null or f.scan = 'infected' then ''
    else content_hash(salt, 'file ' || file_id, to_jsonb(f.sha256)) end)
  from list_file_ids(data) file_id left join files f on f.id = file_id
$$;

create or replace function content_of(submission submissions) returns jsonb language sql stable as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'data', content_hash(t.content_salt, submission.sub_type, jsonb_build_array(submission.verification_name, submission.data)),
    'files', hash_files(t.content_salt, submission.data)))
  from transactions t where t.id = submission.transaction_id
$$;

-- Of a verification: the credential that was presented in its place.
create or replace function content_of(verification transaction_items) returns jsonb language sql stable as $$
  select jsonb_build_object('presentation', case when verification.presentation is null then ''
    else content_hash(t.content_salt, verification.name, verification.presentation) end)
  from transactions t where t.id = verification.transaction_id
$$;

-- Of a transaction that was submitted: the name then, its owner, basic details and answers. Before, they may change.
create or replace function content_of(transaction transactions) returns jsonb language sql stable as $$
  select case when transaction.holder_name is null then '{}' else jsonb_build_object(
    'holder', content_hash(transaction.content_salt, 'holder', to_jsonb(transaction.holder_name)),
    'details', content_hash(transaction.content_salt, 'details', jsonb_build_object(
      'owner', jsonb_build_array(transaction.candidate_id, transaction.org_id, transaction.form_id),
      'inputs', (select jsonb_object_agg(u.field_name, jsonb_build_array(u.value, u.mailbox))
        from user_inputs u where u.transaction_id = transaction.id),
      'answers', (select jsonb_object_agg(a.question_id, a.answer)
        from answers a where a.transaction_id = transaction.id)))) end
$$;

-- Records a transition with the hashes of what it was made on. A change by hand is recorded without them.
create or replace function record_transition(transaction text, item_id text, before_state text, after_state text, content jsonb) returns void language sql as $$
  insert into state_ledger (transaction_id, item, from_state, to_state, moved_by, moved_at, content)
  select transaction, item_id, before_state, after_state, coalesce(moved_by(), 'unknown'), app_now(),
    case when moved_by() is not null then jsonb_build_object('v', 1, 'names', (
      select names_hash(c) from transactions t join candidates c on c.id = t.candidate_id where t.id = transaction)) || content end
$$;

revoke execute on function record_transition(text, text, text, text, jsonb) from public;

-- Functions that write the ledger run with its owner's rights, because the server's role may lack them.
create or replace function guard_transaction_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state then
    perform assert_transition('transaction', old.state, new.state);
    perform record_transition(new.id, null, old.state, new.state, content_of(new));
  end if;
  return new;
end
$$;

-- Records the evaluation, which catalogues/states does not guard. No verification has the name '#evaluation'.
create or replace function record_evaluation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.evaluation_state is distinct from old.evaluation_state then
    perform record_transition(new.id, '#evaluation', old.evaluation_state, new.evaluation_state, content_of(new));
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
      case when new.marked_as_skip then 'SKIPPED' else coalesce(saved_state, new.state) end, content_of(new));
  end if;
  return new;
end
$$;

create or replace function guard_item_state() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.state is distinct from old.state then
    perform assert_transition('item', old.state, new.state);
    perform record_transition(new.transaction_id, new.name, old.state, new.state, content_of(new));
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
      before_state, after_state, case when tg_op = 'DELETE' then '{"data": ""}' else content_of(new) end);
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

-- Records an edit of an operation that keeps the state. An edit by hand gets no entry, so that the check finds it.
create or replace function record_edit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.data is distinct from old.data and new.state = old.state and moved_by() is not null then
    perform record_transition(new.transaction_id, new.sub_type, old.state, new.state, content_of(new));
  end if;
  return null;
end
$$;

-- Records the names of a verified candidate, or that their row was deleted, in the audit log.
create or replace function record_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner text := case when tg_table_name = 'candidates' then coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id' else to_jsonb(new) ->> 'candidate_id' end;
  candidate candidates := (select c from candidates c where c.id = owner);
begin
  if moved_by() is null then return null; end if;
  if tg_op = 'DELETE' then
    insert into audit_log (event, candidate_id, detail, at) values ('candidate-deleted', owner, jsonb_build_object('by', moved_by()), app_now());
  elsif candidate.verified_at is not null then
    insert into audit_log (event, candidate_id, detail, at) values ('names-recorded', owner,
      jsonb_strip_nulls(jsonb_build_object('v', 1, 'names', names_hash(candidate), 'files', hash_files(candidate.content_salt,
        (select jsonb_agg(d.data) from profile_verifications d where d.candidate_id = owner)), 'by', moved_by())), app_now());
  end if;
  return null;
end
$$;

-- Records that an operation deleted a transaction. Its hashes stay in the chain, and its salt is gone.
create or replace function record_deletion() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if moved_by() is not null then
    insert into audit_log (event, candidate_id, detail, at) values ('transaction-deleted', old.candidate_id,
      jsonb_build_object('transactionId', old.id, 'by', moved_by()), app_now());
  end if;
  return null;
end
$$;

-- The institution that an answer names, at the pointer of the verification's pinned definition; null without one.
create or replace function institution_of(submission submissions) returns text language sql stable as $$
  select left(submission.data #>> string_to_array(ltrim(coalesce(v.definition -> 'credential' ->> 'institution', v.definition -> 'pricing' ->> 'institution'), '/'), '/'), 200)
  from transactions t join releases r on r.id = t.release_id and r.org_id = t.org_id,
    lateral (select r.definitions -> ('verification/' || submission.verification_name) as definition) v
  where t.id = submission.transaction_id
$$;

-- Keeps `cases`: one row per submission that a verifier has or had to decide.
create or replace function track_case() returns trigger language plpgsql as $$
begin
  if new.state in ('SUBMITTED', 'IN_PROGRESS', 'INSUFFICIENT_DATA', 'COMPLETED', 'FAILED') then
    insert into cases (transaction_id, sub_type, org_id, verification_name, state, due_at, since, institution, language)
    select new.transaction_id, new.sub_type, t.org_id, new.verification_name,
      case when t.state in ('CLOSED', 'REFUNDED') and new.state not in ('COMPLETED', 'FAILED') then 'CLOSED' else new.state end,
      coalesce(t.expected_max, t.submitted_at, new.updated_at), new.updated_at, institution_of(new), c.locale
    from transactions t join candidates c on c.id = t.candidate_id where t.id = new.transaction_id
    on conflict (transaction_id, sub_type) do update
      set state = excluded.state, since = excluded.since, institution = excluded.institution;
  end if;
  return null;
end
$$;

-- The language of a candidate reaches their cases.
create or replace function track_language() returns trigger language plpgsql as $$
begin
  update cases set language = new.locale where transaction_id in (select id from transactions where candidate_id = new.id);
  return null;
end
$$;

-- The time of the last change, by the real clock: watchers read by it.
create or replace function stamp_case() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;

-- The promised date, and the end of a transaction, reach its cases.
create or replace function track_cases() returns trigger language plpgsql as $$
begin
  update cases set due_at = coalesce(new.expected_max, due_at),
    state = case when new.state in ('CLOSED', 'REFUNDED') and state not in ('COMPLETED', 'FAILED') then 'CLOSED'
      when old.state = 'CLOSED' and state = 'CLOSED' then coalesce((select s.state from submissions s
        where s.transaction_id = new.id and s.sub_type = cases.sub_type), state)
      else state end
  where transaction_id = new.id;
  return null;
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
create or replace trigger submissions_edited after update of data on submissions for each row execute function record_edit();
create or replace trigger submissions_case after insert or update of state on submissions for each row execute function track_case();
create or replace trigger transactions_cases after update of state, expected_max on transactions for each row
  when (new.state is distinct from old.state or new.expected_max is distinct from old.expected_max) execute function track_cases();
create or replace trigger candidates_language after update of locale on candidates for each row
  when (new.locale is distinct from old.locale) execute function track_language();
create or replace trigger cases_stamp before insert or update on cases for each row execute function stamp_case();
-- Submissions from before there were cases.
insert into cases (transaction_id, sub_type, org_id, verification_name, state, due_at, since)
select s.transaction_id, s.sub_type, t.org_id, s.verification_name,
  case when t.state in ('CLOSED', 'REFUNDED') and s.state not in ('COMPLETED', 'FAILED') then 'CLOSED' else s.state end,
  coalesce(t.expected_max, t.submitted_at, s.updated_at), s.updated_at
from submissions s join transactions t on t.id = s.transaction_id
where s.state in ('SUBMITTED', 'IN_PROGRESS', 'INSUFFICIENT_DATA', 'COMPLETED', 'FAILED')
on conflict do nothing;
-- Cases from before they had a language.
update cases set language = c.locale, institution = institution_of(s)
from submissions s join transactions t on t.id = s.transaction_id join candidates c on c.id = t.candidate_id
where cases.language is null and s.transaction_id = cases.transaction_id and s.sub_type = cases.sub_type;
create or replace trigger transactions_deleted after delete on transactions for each row execute function record_deletion();
create or replace trigger candidates_added after insert on candidates for each row execute function record_names();
create or replace trigger candidates_renamed after update of display_name, proved_name, verified_at on candidates for each row
  when ((old.display_name, old.proved_name, old.verified_at) is distinct from (new.display_name, new.proved_name, new.verified_at)) execute function record_names();
create or replace trigger candidates_deleted after delete on candidates for each row when (old.verified_at is not null) execute function record_names();
create or replace trigger profile_verifications_recorded after insert or update on profile_verifications for each row execute function record_names();
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

-- A cart, or what it covers, without the words of the candidate. Prices stay.
create or replace function without_words(items jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(item - 'subtitle' - 'institution' || '{"description": ""}' order by place), '[]')
  from jsonb_array_elements(items) with ordinality as listed(item, place)
$$;

-- Success is final; a failed payment may still succeed. The priced items never change, except that a deletion removes
-- the candidate's words from them.
create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (new.status = 'Success' or (old.status = 'Pending' and new.status = 'Failed')) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'WT409';
  end if;
  if (new.amount_minor, new.currency, new.transaction_id) is distinct from (old.amount_minor, old.currency, old.transaction_id)
    or (new.cart is distinct from old.cart and new.cart is distinct from jsonb_set(old.cart, '{items}', without_words(old.cart->'items'))) then
    raise exception 'the price of an order is final' using errcode = 'WT409';
  end if;
  return new;
end
$$;

-- Removes the words and the number of a candidate whose deletion was approved from their orders. The server's role may
-- not change orders in any other way.
create or replace function erase_orders(owner text) returns void language sql security definer set search_path = public, pg_temp as $$
  update orders set phone_number = null, web_url = null, payment_session_id = null, covers = without_words(covers),
    cart = jsonb_set(cart, '{items}', without_words(cart->'items')),
    submitted_cart = jsonb_set(submitted_cart, '{items}', without_words(submitted_cart->'items'))
  where candidate_id = owner
    and exists (select 1 from deletion_requests r where r.candidate_id = owner and r.state = 'approved')
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

-- Places the status list entries of servers before migration 0018, which count their places and name none.
create or replace function place_counted_status() returns trigger language plpgsql as $$
begin
  new.list := coalesce(new.list, new.number / 65536);
  new.place := coalesce(new.place, (new.number % 65536)::bigint * 40503 % 65536);
  return new;
end
$$;

create or replace trigger credential_statuses_place before insert on credential_statuses for each row execute function place_counted_status();

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
drop function if exists record_transition(text, text, text, text);
