-- What the server's own role (:role) may do where the tables are another role's. Applied after functions.sql, whose version is also this file's; every statement may run again.

grant usage on schema public, drizzle to :role;
grant select on all tables in schema drizzle to :role;
grant select, insert, update, delete on all tables in schema public to :role;
grant usage, select on all sequences in schema public to :role;

-- The ledgers are read; only the audit log is written to, the others are by triggers.
revoke all on state_ledger, audit_log, order_ledger, ledger_chain from :role;
grant select on state_ledger, audit_log, order_ledger, ledger_chain to :role;
grant insert on audit_log to :role;

-- An order is made and moves; what it is for, and how much it is, stays.
revoke update, delete on orders, refunds, invoices from :role;
grant update (status, reference, web_url, payment_session_id, session_asked_at, closed_at, paid_at, released_at, checks, next_check_at, asked_at, updated_at) on orders to :role;
grant update (status, next_try_at, tries, sent_at, updated_at) on refunds to :role;
