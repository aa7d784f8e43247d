import { defineConfig } from "drizzle-kit";

/** Migrations: `npx drizzle-kit generate --config server/platform/store/drizzle.config.ts`. */
export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: "./server/platform/store/tables/*.ts",
  out: "./server/platform/store/migrations",
});
