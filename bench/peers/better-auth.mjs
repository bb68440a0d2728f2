/**
 * better-auth on Bun with its organization plugin, one person signed in by password and one organization, in a SQLite
 * file with a write-ahead log by the `bun:sqlite` dialect it brings. Without the cookie cache of its guide to
 * performance: with it a session is no longer read, and a revoked one is served until the cache runs out. Without its
 * joins, which are off by default: here they take longer than the statements they replace.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { organization } from "better-auth/plugins";
import { ORGANIZATION } from "./rows.mjs";

/** The database of better-auth. */
export const db = new Database(join(process.env.DATA_DIR, "better-auth.db"), { create: true });
db.exec("pragma journal_mode = wal");

/** The configured better-auth. */
export const auth = betterAuth({
	database: db,
	secret: "a peer's secret of thirty-two byt",
	baseURL: "http://127.0.0.1",
	emailAndPassword: { enabled: true },
	plugins: [organization()],
	rateLimit: { enabled: false },
	telemetry: { enabled: false },
});
await (await getMigrations(auth.options)).runMigrations();

const person = { name: "An Owner", email: "owner@school.example", password: "a perfectly long password" };
const { headers, response } = await auth.api.signUpEmail({ body: person, returnHeaders: true });

/** Id of the person. */
export const userId = response.user.id;
/** The `Cookie` header of the person's session. */
export const cookie = headers
	.getSetCookie()
	.map((each) => each.split(";")[0])
	.join("; ");

const { name, ...metadata } = ORGANIZATION;
const body = { name, slug: "green-valley", metadata };
/** Id of the organization in better-auth's own tables; its settings are its metadata. */
export const { id: orgId } = await auth.api.createOrganization({ body, headers: new Headers({ cookie }) });
