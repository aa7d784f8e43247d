import { defineConfig } from "drizzle-kit";

/** Migrations: `npx drizzle-kit generate --config server/store/drizzle.config.ts`. */
export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./server/store/tables/*.ts",
  out: "./server/store/migrations",
});
