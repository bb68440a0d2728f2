/**
 * better-auth's own `GET /organization/get-full-organization` on Bun: session, organization with its metadata, members
 * and invitations, all read from the database by better-auth.
 *
 * Leaves out: ETag, rate limits (off), security headers, response schema, access log, metrics, roles and scopes.
 */
import { auth, cookie, orgId } from "./better-auth.mjs";
import { announce } from "./rows.mjs";

const server = Bun.serve({
	port: 0,
	hostname: "127.0.0.1",
	async fetch(request) {
		const response = await auth.handler(request);
		response.headers.set("x-request-id", request.headers.get("x-request-id") ?? crypto.randomUUID());
		return response;
	},
});
const base = `http://127.0.0.1:${server.port}`;
announce({ base, url: `${base}/api/auth/organization/get-full-organization?organizationId=${orgId}`, cookie });
