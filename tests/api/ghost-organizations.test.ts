import { describe, expect, test } from "bun:test";
import { codeOf } from "../support/answers.ts";
import { exampleIds } from "../support/example-ids.ts";
import { type Answer, useHarness } from "../support/harness.ts";

/** Well-formed, but nothing ever had it. */
const GHOST = "org_01jd0z7v9gf2nbrexx3vqjhp41";
/** How a route is asked well: its own example is the body. */
interface Hooks {
	readonly detail: { readonly "x-operation": { readonly request: unknown } };
}

const api = await useHarness();
const examples = new Map(
	api.parley.router.routes
		.filter(({ path }) => path.includes(":orgId"))
		.map(({ method, path, hooks }) => [`${method} ${path}`, (hooks as Hooks).detail["x-operation"].request]),
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

/** Asks a route for an organization: nothing but the organization can be wrong. */
function ask(name: string, orgId: string, token: string): Promise<Answer> {
	const [method = "", template = ""] = name.split(" ");
	const ids: Readonly<Record<string, string>> = { ...exampleIds(api.parley), orgId };
	const path = template.replace(/:(\w+)/g, (_, parameter: string) => ids[parameter] ?? "");
	return api.request(method, path, { token, body: examples.get(name) });
}

describe("an organization that never was", () => {
	test.each(names)("%s is 404 for a system administrator", async (name) => {
		const answer = await ask(name, GHOST, system);

		expect(codeOf(answer)).toEqual([404, "not_found"]);
		expect(answer.body.error.detail).toBe("There is no such organization.");
	});

	test.each(names)("%s is 403 for everybody else, as for one that is", async (name) => {
		const other = await api.createOrganization();

		const answers = [await ask(name, GHOST, stranger.token), await ask(name, other.orgId, stranger.token)];

		expect(answers.map(codeOf)).toEqual([
			[403, "org_mismatch"],
			[403, "org_mismatch"],
		]);
	});
});

describe("an organization that was purged", () => {
	test.each(names)("%s is 410 for a system administrator", async (name) => {
		const answer = await ask(name, purged, system);

		expect(codeOf(answer)).toEqual([410, "purged"]);
	});
});

describe("an organization that is about to be deleted", () => {
	/** Looks first for the invitation, whose address is counted before anything is locked: one that is there is refused alike. */
	const LOOKS_FIRST = "POST /orgs/:orgId/invitations/:invitationId/resend";
	/** Those that call the deletion off, make it final, or have to do with it otherwise stay open. */
	const writes = names.filter(
		(name) => !name.startsWith("GET") && name !== LOOKS_FIRST && !api.parley.access.get(name)?.whileClosed,
	);

	test.each(writes)("%s changes nothing: 409, also for a system administrator", async (name) => {
		const { orgId } = await api.createOrganization();
		await api.request("DELETE", `/orgs/${orgId}`, { token: system });

		const answer = await ask(name, orgId, system);

		// modules/<name>/service.ts: call lockWritableOrganization before anything else.
		expect(codeOf(answer)).toEqual([409, "state_conflict"]);
		expect(answer.body.error.meta).toEqual({ state: "pending_deletion" });
	});
});
