/**
 * Runs the baseline of `bench org-get`: bare `Bun.serve`, one prepared joined read (organization, settings,
 * membership), HS256 by `node:crypto`, the request id echoed, JSON out. Nothing else: no live session, no ETag, no
 * limits, no log.
 */
import { Database } from "bun:sqlite";
import { createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import { readVariable } from "#kernel/env";

const secret = "a reference secret of thirty-two b";
/** Location of its rows: a file with a write-ahead log like the product's own, or memory (`IN_MEMORY=yes`). */
const path = readVariable("IN_MEMORY") === "yes" ? ":memory:" : join(readVariable("DATA_DIR") ?? "", "reference.db");
const db = new Database(path, { strict: true, create: true });
db.run("pragma journal_mode = wal");
db.run(
	"create table orgs (id text primary key, name text not null, org_type text not null, billing text, retention text not null, domains text not null, flags text not null) strict",
);
db.run("create table settings (org_id text primary key, body text not null) strict");
db.run("create table members (org_id text, user_id text, role text not null, primary key (org_id, user_id)) strict");
const orgId = "org_01jd0z7v9gf2nbrexx3vqjhp41";
db.run("insert into orgs values (?, 'Green Valley High School', 'education', 'bill_1', ?, ?, ?)", [
	orgId,
	JSON.stringify({ transcripts: "365d", recordings: "90d", chatLogs: "180d", userData: "30d", examData: "1095d" }),
	JSON.stringify(["greenvalley.example"]),
	JSON.stringify({ realTimeTranslation: true }),
]);
db.run("insert into settings values (?, ?)", [
	orgId,
	JSON.stringify({
		timezone: "America/New_York",
		defaultLanguage: "en-US",
		complianceMode: "ferpa",
		recordingConsent: "required",
		aiSummaries: "enhanced",
		educationMode: true,
	}),
]);
db.run("insert into members values (?, 'usr_1', 'owner')", [orgId]);

interface Row {
	name: string;
	org_type: string;
	billing: string;
	retention: string;
	domains: string;
	flags: string;
	body: string;
	role: string;
}
const reader = path === ":memory:" ? db : new Database(path, { readonly: true, strict: true });
const read = reader.prepare<Row, [string, string]>(
	"select o.name, o.org_type, o.billing, o.retention, o.domains, o.flags, s.body, m.role from orgs o join settings s on s.org_id = o.id join members m on m.org_id = o.id and m.user_id = +? where o.id = +?",
);

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const sign = (input: string) => createHmac("sha256", secret).update(input).digest();
const head = `${base64({ alg: "HS256", typ: "JWT" })}.${base64({ sub: "usr_1", org_id: orgId, exp: Math.floor(Date.now() / 1000) + 86_400 })}`;
const token = `${head}.${sign(head).toString("base64url")}`;

function verify(authorization: string | null): { sub: string; org_id: string } | null {
	const [header, payload, signature] = authorization?.slice(7).split(".") ?? [];
	if (!header || !payload || !signature) return null;
	const given = Buffer.from(signature, "base64url");
	const wanted = sign(`${header}.${payload}`);
	if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
	const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
	return claims.exp > Date.now() / 1000 ? claims : null;
}

const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	fetch(request) {
		const requestId = request.headers.get("x-request-id") ?? Bun.randomUUIDv7();
		const headers = { "x-request-id": requestId };
		const claims = verify(request.headers.get("authorization"));
		if (!claims) return new Response("Unauthorized", { status: 401, headers });
		const id = request.url.slice(request.url.lastIndexOf("/") + 1);
		if (claims.org_id !== id) return new Response("Forbidden", { status: 403, headers });
		const row = read.get(claims.sub, id);
		if (!row) return new Response("Not Found", { status: 404, headers });
		const data = {
			name: row.name,
			orgType: row.org_type,
			billingAccountId: row.billing,
			settings: JSON.parse(row.body),
			retentionPolicy: JSON.parse(row.retention),
			allowedDomains: JSON.parse(row.domains),
			featureFlags: JSON.parse(row.flags),
		};
		return Response.json({ status: "ok", message: "Organization retrieved", data }, { headers });
	},
});
process.stdout.write(
	`${JSON.stringify({ ready: "yes", url: `http://127.0.0.1:${server.port}/orgs/${orgId}`, token })}\n`,
);
