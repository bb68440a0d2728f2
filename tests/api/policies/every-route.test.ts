import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

/** The only operations a stranger may call. Adding one is a decision, so it is written here. */
const OPEN = [
	"GET /",
	"GET /.well-known/jwks.json",
	"GET /.well-known/openid-configuration",
	"GET /account/assets/page.css",
	"GET /account/forgot-password",
	"GET /account/invitation",
	"GET /account/register",
	"GET /account/reset-password",
	"GET /account/sign-in",
	"GET /account/verify-email",
	"GET /auth/authorize",
	"GET /auth/callback",
	"GET /auth/invitations/:token",
	"GET /auth/invitations/:token/accept",
	"GET /c/:link",
	"GET /calendar/:file",
	"GET /captions/:secret/seq",
	"GET /configurations/sign-in",
	"GET /console",
	"GET /console/",
	"GET /console/*",
	"GET /console/forgot-password",
	"GET /console/invitation",
	"GET /console/register",
	"GET /console/reset-password",
	"GET /console/sign-in",
	"GET /console/verify-email",
	"GET /health/live",
	"GET /health/ready",
	"GET /logos/:logo",
	"GET /lti/:integrationId/login",
	"GET /meet/:id",
	"GET /metrics",
	"GET /notifications/unsubscribe/:token",
	"GET /privacy-exports/:ticket",
	"GET /recordings/:ticket",
	"GET /swagger",
	"GET /swagger/json",
	"GET /transcription/live",
	"GET /version",
	"OPTIONS /uploads/:uploadId",
	"POST /auth/discovery",
	"POST /auth/forgot-password",
	"POST /auth/invitations/:token/accept",
	"POST /auth/login",
	"POST /auth/logout",
	"POST /auth/mfa/verify",
	"POST /auth/passkeys/login/options",
	"POST /auth/passkeys/login/verify",
	"POST /auth/refresh",
	"POST /auth/register",
	"POST /auth/request-reset-password",
	"POST /auth/reset-password",
	"POST /auth/verify-email",
	"POST /auth/verify-email/resend",
	"POST /billing/stripe/webhook",
	"POST /captions/:secret",
	"POST /lti/:integrationId/launch",
	"POST /lti/:integrationId/login",
	"POST /meetings/join",
	"POST /meetings/join/preview",
	"POST /notifications/unsubscribe/:token",
	"POST /transcription/live/reader-tickets",
];

const api = await useHarness();
const routes = api.parley.router.routes.map(({ method, path }) => `${method} ${path}`);
const isAsset = (route: string) => /^GET \/(swagger|console)\/assets\//.test(route);
const guarded = routes.filter((route) => !OPEN.includes(route) && !isAsset(route));

describe("every operation", () => {
	test("is open to strangers only if it is on the list", () => {
		const open = [...api.parley.access].filter(([, access]) => access.open !== undefined).map(([route]) => route);

		expect(open.filter((route) => !isAsset(route)).sort()).toEqual(OPEN);
	});

	test("that changes a system's tenants asks for the system level", () => {
		const create = api.parley.access.get("POST /orgs");

		expect(create).toMatchObject({ requires: "org:admin", system: true, takesQuery: false });
	});
});

describe("every guarded operation", () => {
	// A 422 here would let a stranger read our schema; a 404 would tell which ids exist.
	test.each(guarded)("%s answers 401 to a stranger, before it looks at the body", async (route) => {
		const [method = "", path = ""] = route.split(" ");
		const url = path.replace(/:\w+/g, "org_01jd0z7v9gf2nbrexx3vqjhp41");
		const body = method === "GET" ? {} : { raw: "{not json", headers: { "content-type": "text/plain" } };

		const response = await api.request(method, url, body);

		expect(response.status).toBe(401);
		expect(response.body.error.code).toBe("unauthenticated");
		expect(response.headers.get("www-authenticate")).toStartWith("Bearer");
	});

	test.each(guarded)("%s answers 401 to a forged token", async (route) => {
		const [method = "", path = ""] = route.split(" ");
		const token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSIsInN5cyI6dHJ1ZX0.";

		const response = await api.request(method, path.replace(/:\w+/g, "x"), { token });

		expect(response.status).toBe(401);
	});
});
