/** A client as its user writes it, on the functions that @hey-api/openapi-ts makes: `bun hey-api.ts <url> <e-mail> <password>`. */
import { client } from "./hey/client.gen.ts";
import {
	createMeeting,
	createOrganization,
	createWorkspace,
	type GetMemberError,
	getMember,
	getOrganization,
	listOrganizations,
	listWorkspaces,
	login,
} from "./hey/index.ts";

const [baseUrl = "", email = "", password = ""] = process.argv.slice(2);
const throwOnError = true;
client.setConfig({ baseUrl });
const signedIn = await login({ body: { email, password }, throwOnError });
client.setConfig({ auth: signedIn.data.access_token });

const founded = await createOrganization({
	body: { name: "Green Valley High School", orgType: "education" },
	throwOnError,
});
const orgId = founded.data.data.id;
const { data: whole } = await getOrganization({ path: { orgId }, query: { fields: "*" }, throwOnError });
const { id: sameId, state: orgState, name: orgName } = whole.data;

const rooms: string[] = [];
for (const name of ["Physics 10b", "Chemistry 10b", "Library"]) {
	const { data } = await createWorkspace({ path: { orgId }, body: { name }, throwOnError });
	rooms.push(data.data.id);
}

const query = { limit: 2, archived: false, sort: "createdAt" } as const;
const { data: listed } = await listWorkspaces({ path: { orgId }, query, throwOnError });
const names = listed.data.map((workspace) => workspace.name.toUpperCase());
const places = listed.page.limit - listed.data.reduce((sum, { memberCount }) => sum + memberCount, 0);

const [workspaceId = ""] = rooms;
const scheduled = await createMeeting({
	path: { workspaceId },
	body: { title: "Light", scheduledStart: "2035-01-31T10:00:00Z", durationMinutes: 45 },
	throwOnError,
});
const { title, state } = scheduled.data.data.meeting;

/** Which codes there are is known: a comparison with another is an error. */
function explain(code: GetMemberError["error"]["code"]): string {
	// @ts-expect-error: a code of other operations
	if (code === "slug_taken") return "taken";
	return code === "not_found" ? "nobody there" : code;
}

const missing = await getMember({ path: { orgId, userId: "usr_01jd0z7v9gf2nbrexx3vqjhp41" } });
// @ts-expect-error: a number
const refused = await listOrganizations({ query: { limit: "many" } });

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
