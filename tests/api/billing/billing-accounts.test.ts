/** Who pays for an organization: what a merge patch changes, and what it refuses. */
import { expect, test } from "bun:test";
import { type SignedIn, useHarness } from "#tests/support/harness";

const api = await useHarness();
const ADDRESS = { line1: "12 Mill Lane", line2: "Building C", postalCode: "CB2 1RX", city: "Cambridge", country: "GB" };

const patch = ({ orgId, token }: SignedIn, body: object) =>
	api.request("PATCH", `/orgs/${orgId}/billing/account`, { token, body });
const addressOf = async ({ orgId, token }: SignedIn) =>
	(await api.request("GET", `/orgs/${orgId}/billing/account`, { token })).body.data.address;

test("A part of the address that is patched leaves the others, null removes it, and without any there is none", async () => {
	const owner = await api.createOrganization();
	await patch(owner, { address: ADDRESS });

	const moved = await patch(owner, { address: { line1: "1 High Street", line2: null } });
	const { line2: _, ...rest } = ADDRESS;
	const same = await patch(owner, { address: {} });
	const named = await patch(owner, { name: "Academy" });

	expect(moved.body.data.address).toEqual({ ...rest, line1: "1 High Street" });
	expect(same.headers.get("etag")).toBe(moved.headers.get("etag"));
	expect(named.body.data).toMatchObject({ name: "Academy", address: moved.body.data.address });
	await patch(owner, { address: { line1: null, postalCode: null, city: null, country: null } });
	expect(await addressOf(owner)).toBeNull();
	await patch(owner, { address: { region: "Essex" } });
	expect(await addressOf(owner)).toEqual({ region: "Essex" });
	await patch(owner, { address: null });
	expect(await addressOf(owner)).toBeNull();
});

test("What is nobody's name, address of e-mail or country is refused by name, and nothing changes", async () => {
	const owner = await api.createOrganization();
	await patch(owner, { name: "Academy", email: "accounts@school.example", address: ADDRESS });
	const read = () => api.request("GET", `/orgs/${owner.orgId}/billing/account`, { token: owner.token });
	const before = await read();

	const wrong: readonly [object, string][] = [
		[{ name: "" }, "/name"],
		[{ name: " \u200b " }, "/name"],
		[{ email: "" }, "/email"],
		[{ email: "accounts" }, "/email"],
		...["AA", "ZZ", "EU", "UK", "SU", "XX", "QQ"].map((country): [object, string] => [
			{ address: { country } },
			"/address/country",
		]),
		[{ address: { city: "   " } }, "/address/city"],
	];
	for (const [body, path] of wrong) {
		const refused = await patch(owner, body);
		expect([refused.status, refused.body.error.errors[0].path]).toEqual([422, path]);
	}

	expect((await read()).body.data).toEqual(before.body.data);
	for (const country of ["AQ", "CI", "ZW"])
		expect((await patch(owner, { address: { country } })).body.data.address).toEqual({ ...ADDRESS, country });
});
