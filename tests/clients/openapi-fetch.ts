/** A client as its user writes it, on the types that openapi-typescript makes: `bun openapi-fetch.ts <url> <e-mail> <password>`. */
import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";

const [baseUrl = "", email = "", password = ""] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl });

const signedIn = await api.POST("/auth/login", { body: { email, password } });
if (signedIn.error) throw new Error(signedIn.error.error.detail);
const { access_token: token } = signedIn.data;
api.use({ onRequest: ({ request }) => request.headers.set("authorization", `Bearer ${token}`) });

const founded = await api.POST("/orgs", { body: { name: "Green Valley High School", orgType: "education" } });
if (founded.error) throw new Error(founded.error.error.detail);
const orgId = founded.data.data.id;

const whole = await api.GET("/orgs/{orgId}", { params: { path: { orgId }, query: { fields: "*" } } });
if (whole.error) throw new Error(whole.error.error.detail);
const { id: sameId, state: orgState, name: orgName } = whole.data.data;

const rooms: string[] = [];
for (const name of ["Physics 10b", "Chemistry 10b", "Library"]) {
	const { data, error } = await api.POST("/orgs/{orgId}/workspaces", { params: { path: { orgId } }, body: { name } });
	if (error) throw new Error(error.error.detail);
	rooms.push(data.data.id);
}

const listed = await api.GET("/orgs/{orgId}/workspaces", {
	params: { path: { orgId }, query: { limit: 2, archived: false, sort: "createdAt" } },
});
if (listed.error) throw new Error(listed.error.error.detail);
const names = listed.data.data.map((workspace) => workspace.name.toUpperCase());
const places = listed.data.page.limit - listed.data.data.reduce((sum, { memberCount }) => sum + memberCount, 0);

const [workspaceId = ""] = rooms;
const scheduled = await api.POST("/workspaces/{workspaceId}/meetings", {
	params: { path: { workspaceId } },
	body: { title: "Light", scheduledStart: "2035-01-31T10:00:00Z", durationMinutes: 45 },
});
if (scheduled.error) throw new Error(scheduled.error.error.detail);
const { title, state } = scheduled.data.data.meeting;

const path = { orgId, userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41" };
const missing = await api.GET("/orgs/{orgId}/members/{userId}", { params: { path } });

/** Which codes there are is known: a switch over them is checked. */
function explain(code: NonNullable<typeof missing.error>["error"]["code"]): string {
	switch (code) {
		case "not_found":
			return "nobody there";
		case "rate_limited":
			return "later";
		// @ts-expect-error: a code of other operations
		case "slug_taken":
			return "taken";
		default:
			return code;
	}
}

// @ts-expect-error: a number
const refused = await api.GET("/orgs", { params: { query: { limit: "many" } } });

process.stdout.write(
	JSON.stringify({
		organization: sameId === orgId ? [orgName.toUpperCase(), orgState] : null,
		names,
		places,
		title,
		state,
		missing: missing.error && explain(missing.error.error.code),
		refused: refused.error?.error.code,
	}),
);
