/**
 * The session by better-auth, `auth.api.getSession` on Bun, the organization by one prepared joined read of one's own
 * in the same file: the fairer peer.
 *
 * Leaves out: ETag, rate limits, security headers, response schema, access log, metrics, scopes.
 */
import { auth, cookie, db, userId } from "./better-auth.mjs";
import { announce, ORGANIZATION, prepareRows, readStatement, toBody } from "./rows.mjs";

prepareRows(db, userId);
const read = db.prepare(readStatement("+?"));

const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	async fetch(request) {
		const headers = { "x-request-id": request.headers.get("x-request-id") ?? crypto.randomUUID() };
		const session = await auth.api.getSession({ headers: request.headers });
		if (session === null) return Response.json({ status: "error", message: "Unauthorized" }, { status: 401, headers });
		const id = request.url.slice(request.url.lastIndexOf("/") + 1);
		const row = read.get(id, session.user.id);
		if (row === null) return Response.json({ status: "error", message: "Not Found" }, { status: 404, headers });
		return Response.json(toBody(row), { headers });
	},
});
const base = `http://127.0.0.1:${server.port}`;
announce({ base, url: `${base}/orgs/${ORGANIZATION.id}`, cookie });
