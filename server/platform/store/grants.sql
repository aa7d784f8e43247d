-- Rights of the server's role (:role) where another role owns the tables. Applied after functions.sql, which also has
-- this file's version. Every statement is repeatable.

grant usage on schema public, drizzle to :role;
grant select on all tables in schema drizzle to :role;
grant select, insert, update, delete on all tables in schema public to :role;
grant usage, select on all sequences in schema public to :role;

-- The server reads the ledgers and adds to the audit log; triggers write the others.
revoke all on state_ledger, audit_log, order_ledger, ledger_chain from :role;
grant select on state_ledger, audit_log, order_ledger, ledger_chain to :role;
grant insert on audit_log to :role;

-- The status of an order changes; its items and amount do not.
revoke update, delete on orders, refunds, invoices from :role;
grant update (status, reference, web_url, payment_session_id, session_requested_at, closed_at, paid_at, voided_at, status_checks, next_check_at, status_requested_at, updated_at) on orders to :role;
grant update (status, next_try_at, tries, sent_at, problem, updated_at) on refunds to :role;
