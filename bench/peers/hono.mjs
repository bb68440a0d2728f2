/**
 * Hono on Bun, with the middleware of its documentation: `hono/request-id`, `hono/jwt` (HS256 by WebCrypto) and
 * `hono/validator`; rows by a prepared statement of `bun:sqlite`. A create is one transaction of its own at
 * `synchronous=FULL`.
 *
 * Leaves out: live session (a token is valid until it expires), ETag, rate limits, security headers, response schema,
 * access log, metrics, events.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { Hono } from "hono";
import { jwt, sign } from "hono/jwt";
import { requestId } from "hono/request-id";
import { validator } from "hono/validator";
import { announce, creation, ORGANIZATION, prepareRows, readStatement, toBody } from "./rows.mjs";

const USER = "usr_1";
const secret = "a peer's secret of thirty-two byt";
const db = new Database(join(process.env.DATA_DIR, "hono.db"), { create: true });
prepareRows(db, USER);
const read = db.prepare(readStatement("+?"));
const create = creation(db);

const isText = (value) => typeof value === "string" && value.length > 0 && value.length <= 200;
const organization = validator("json", (body, c) => {
	const { name, orgType, settings = {} } = body;
	if (isText(name) && isText(orgType) && typeof settings === "object") return { name, orgType, settings };
	return c.json({ status: "error", message: "Bad Request" }, 400);
});

const app = new Hono();
app.use(requestId());
app.use(jwt({ secret, alg: "HS256" }));
app.get("/orgs/:orgId", (c) => {
	const { sub, org_id: tenant } = c.get("jwtPayload");
	const orgId = c.req.param("orgId");
	if (tenant !== orgId) return c.json({ status: "error", message: "Forbidden" }, 403);
	const row = read.get(orgId, sub);
	return row === null ? c.json({ status: "error", message: "Not Found" }, 404) : c.json(toBody(row));
});
app.post("/orgs", organization, (c) => {
	const key = c.req.header("idempotency-key");
	if (key === undefined) return c.json({ status: "error", message: "Bad Request" }, 400);
	const created = create(c.get("jwtPayload").sub, key, c.req.valid("json"));
	return created === null ? c.json({ status: "error", message: "Conflict" }, 409) : c.json(created, 201);
});

const exp = Math.floor(Date.now() / 1000) + 86_400;
const token = await sign({ sub: USER, org_id: ORGANIZATION.id, exp }, secret, "HS256");
const { port } = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
const base = `http://127.0.0.1:${port}`;
announce({ base, url: `${base}/orgs/${ORGANIZATION.id}`, token, systemToken: token });
