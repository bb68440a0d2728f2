import { describe, expect, test } from "bun:test";
import { exampleIds } from "#tests/support/example-ids";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { ASCII_PICTURE } from "#tests/support/pictures";
import { codeOf } from "#tests/support/responses";

/** A well-formed id that was never used. */
const UNKNOWN = "org_01jd0z7v9gf2nbrexx3vqjhp41";
/** The example of a route, which is a valid body. */
interface Hooks {
	readonly detail?: { readonly "x-operation"?: { readonly request: unknown } };
}

const api = await useHarness();
const examples = new Map(
	api.parley.router.routes
		.filter(({ path }) => path.includes(":orgId"))
		.map(({ method, path, hooks }) => [`${method} ${path}`, (hooks as Hooks).detail?.["x-operation"]?.request]),
);
const names = [...examples.keys()];

const system = await api.signInSystem();
const stranger = await api.createOrganization();
const created = await api.request("POST", "/orgs", {
	token: system,
	body: { name: "To be purged", orgType: "business" },
});
const purged = created.body.data.id;
await api.request("DELETE", `/orgs/${purged}?force=true&confirm=To%20be%20purged`, { token: system });

/** Calls a route with a valid request, so that only the organization can be wrong. */
function call(name: string, orgId: string, token: string): Promise<TestResponse> {
	const [method = "", template = ""] = name.split(" ");
	const ids: Readonly<Record<string, string>> = { ...exampleIds(api.parley), orgId };
	const path = template.replace(/:(\w+)/g, (_, parameter: string) => ids[parameter] ?? "");
	const [taken] = Object.entries(api.parley.access.get(name)?.takes?.mediaTypes ?? {});
	if (taken === undefined) return api.request(method, path, { token, body: examples.get(name) });
	const [type, { example }] = taken;
	const raw = type === "application/json" ? JSON.stringify(example) : ASCII_PICTURE;
	return api.request(method, path, { token, raw, headers: { "content-type": type } });
}

describe("an organization that never existed", () => {
	test.each(names)("%s is 404 for a system administrator", async (name) => {
		const response = await call(name, UNKNOWN, system);

		expect(codeOf(response)).toEqual([404, "not_found"]);
		expect(response.body.error.detail).toBe("There is no such organization.");
	});

	test.each(names)("%s is 403 for everybody else, as for an existing one", async (name) => {
		const other = await api.createOrganization();

		const answers = [await call(name, UNKNOWN, stranger.token), await call(name, other.orgId, stranger.token)];

		expect(answers.map(codeOf)).toEqual([
			[403, "org_mismatch"],
			[403, "org_mismatch"],
		]);
	});
});

describe("an organization that was purged", () => {
	test.each(names)("%s is 410 for a system administrator", async (name) => {
		const response = await call(name, purged, system);

		expect(codeOf(response)).toEqual([410, "purged"]);
	});
});

describe("an organization whose deletion is pending", () => {
	/** Looks up the invitation first, to count its address before the lock; with an existing one it fails in the same way. */
	const LOOKS_FIRST = "POST /orgs/:orgId/invitations/:invitationId/resend";
	/** What prevents the purge: it can be placed until then, and released. */
	const HOLDS = ["POST /orgs/:orgId/legal-holds", "POST /orgs/:orgId/legal-holds/:holdId/release"];
	/** Operations that cancel, force or otherwise concern the deletion stay available. */
	const writes = names.filter(
		(name) =>
			!name.startsWith("GET") && ![LOOKS_FIRST, ...HOLDS].includes(name) && !api.parley.access.get(name)?.whileClosed,
	);

	test.each(writes)("%s changes nothing: 409, also for a system administrator", async (name) => {
		const { orgId } = await api.createOrganization();
		await api.request("DELETE", `/orgs/${orgId}`, { token: system });

		const response = await call(name, orgId, system);

		const isLocked = response.status === 409 && response.body.error.code === "state_conflict";
		expect(isLocked ? "" : `${await serviceOf(name)}: call lockWritableOrganization before anything else`).toBe("");
		expect(response.body.error.meta).toEqual({ state: "pending_deletion" });
	});
});

/** Returns the service behind a route: it is in the folder of the file that declares the path. */
async function serviceOf(name: string): Promise<string> {
	const [, path = ""] = name.split(" ");
	for (const file of new Bun.Glob("{modules/*,platform}/*/routes.ts").scanSync("."))
		if ((await Bun.file(file).text()).includes(`"${path}"`)) return file.replace("routes.ts", "service.ts");
	return `the service of ${name}`;
}
