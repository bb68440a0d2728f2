import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { searchTerms } from "#db/schema";
import { newAddress } from "#tests/support/addresses";
import { runPortions } from "#tests/support/database";
import { type SignedIn, useHarness } from "#tests/support/harness";

const api = await useHarness();
const system = await api.signInSystem();
const { db } = api.store.acrossTenants;

/** Returns the names of the organizations that a search finds. */
async function organizations(q: string, further = ""): Promise<string[]> {
	const path = `/orgs?q=${encodeURIComponent(q)}&sort=createdAt&fields=name${further}`;
	const { body } = await api.request("GET", path, { token: system });
	return body.data.map(({ name }: { name: string }) => name);
}

/** Returns the ids of the members that a search finds. */
async function members({ orgId, token }: SignedIn, q: string, further = ""): Promise<string[]> {
	const path = `/orgs/${orgId}/members?q=${encodeURIComponent(q)}${further}`;
	const { body } = await api.request("GET", path, { token });
	return body.data.map(({ userId }: { userId: string }) => userId);
}

const create = async (name: string, further: object = {}) => {
	const body = { name, orgType: "business", ...further };
	const response = await api.request("POST", "/orgs", { token: system, body });
	return String(response.body.data.id);
};
const rename = ({ token }: SignedIn, values: object) =>
	api.request("PATCH", "/auth/update-profile", { token, body: values });
const termsOf = (id: string) => db.select().from(searchTerms).where(eq(searchTerms.id, id));

describe("GET /orgs?q=", () => {
	const name = "Élodie’s Gymnasium Zürich-Nord";
	const slug = `riverside-${crypto.randomUUID().slice(0, 8)}`;
	beforeAll(async () => void (await create(name, { slug })));

	test.each([
		["a word", "gymnasium"],
		["the beginning of a word", "gymn"],
		["one letter", "g"],
		["any case, with or without accents", "ELODIE zurich"],
		["words in any order", "nord gymnasium élodie"],
		["the beginning of the second word while it is typed", "gymnasium zü"],
		["punctuation between words", "zürich-nord"],
		["the whole name", name],
	])("finds an organization by %s", async (_title, q) => {
		expect(await organizations(q)).toContain(name);
	});

	test("finds an organization by its slug, whole or in part", async () => {
		expect(await organizations(slug)).toEqual([name]);
		expect(await organizations(slug.slice(0, -3))).toEqual([name]);
		expect(await organizations("river gymnasium")).toContain(name);
	});

	test.each([
		["the middle of a word", "ymnasium"],
		["a word that continues otherwise", "gymnasiums"],
		["two words of which it has one", "gymnasium nowhere"],
		["wildcards", "%"],
		["a wildcard in a word", "gym_asium"],
		["words joined together", "zürichnord"],
	])("does not find it by %s", async (_title, q) => {
		expect(await organizations(q)).toEqual([]);
	});

	test("finds names in scripts without spaces by every part", async () => {
		await create("東京大学");

		const found = await Promise.all(["東京", "大学", "京大", "東京大学", "大阪"].map((q) => organizations(q)));

		expect(found).toEqual([["東京大学"], ["東京大学"], ["東京大学"], ["東京大学"], []]);
	});

	test("follows a new name and a new slug, and forgets the old ones", async () => {
		const id = await create("Hillside Kindergarten");
		const body = { name: "Lakeside College", slug: `lake-${crypto.randomUUID()}` };
		await api.request("PUT", `/orgs/${id}`, { token: system, body });

		const found = await Promise.all(
			["lakeside college", body.slug, "hillside", "kindergarten"].map((q) => organizations(q)),
		);

		expect(found).toEqual([["Lakeside College"], ["Lakeside College"], [], []]);
	});

	test("combines with filters and every order, and pages without repeating", async () => {
		const ids: string[] = [];
		for (const [n, orgType] of ["business", "personal", "business", "business"].entries())
			ids.push(await create(`Paged Choir ${n}`, { orgType }));

		const byType = await organizations("choir paged", "&orgType=business");
		const orders: string[][] = [];
		for (const sort of ["createdAt", "-createdAt", "name"]) {
			const walked: string[] = [];
			for (let cursor = ""; ; ) {
				const path = `/orgs?q=choir&limit=1&fields=name&sort=${sort}${cursor}`;
				const { body } = await api.request("GET", path, { token: system });
				walked.push(...body.data.map((item: { name: string }) => item.name.slice(-1)));
				if (!body.page.hasMore) break;
				cursor = `&cursor=${body.page.nextCursor}`;
			}
			orders.push(walked);
		}

		expect(byType.toSorted()).toEqual(["Paged Choir 0", "Paged Choir 2", "Paged Choir 3"]);
		expect(orders.map((walked) => walked.toSorted())).toEqual(orders.map(() => ["0", "1", "2", "3"]));
		expect([orders[0], orders[2]]).toEqual([orders[1]?.toReversed(), ["0", "1", "2", "3"]]);
		expect(await organizations("choir", "&state=suspended")).toEqual([]);
	});

	test("rejects the cursor of a search for other words, and accepts that of the same ones", async () => {
		await create("Cursor Band");
		await create("Cursor Band");
		const first = await api.request("GET", "/orgs?q=cursor%20BAND&limit=1", { token: system });
		const cursor = `limit=1&cursor=${first.body.page.nextCursor}`;

		const other = await api.request("GET", `/orgs?q=band&${cursor}`, { token: system });
		const same = await api.request("GET", `/orgs?q=band%20cursor&${cursor}`, { token: system });

		expect([other.status, other.body.error.code]).toEqual([400, "invalid_cursor"]);
		expect([same.status, same.body.data.length]).toEqual([200, 1]);
	});

	test("no longer finds a purged organization, of which no word is left", async () => {
		const gone = await create("Vanishing Orchestra");
		const before = await organizations("vanishing");

		await api.request("DELETE", `/orgs/${gone}?force=true&confirm=Vanishing%20Orchestra`, { token: system });

		expect(before).toEqual(["Vanishing Orchestra"]);
		expect(await organizations("vanishing")).toEqual([]);
		expect(await termsOf(gone)).toEqual([]);
	});

	test("is for those who may list organizations: others learn nothing of a name", async () => {
		const owner = await api.createOrganization();

		const response = await api.request("GET", "/orgs?q=gymnasium", { token: owner.token });

		expect(response.status).toBe(403);
	});
});

describe("GET /orgs/{orgId}/members?q=", () => {
	let owner: SignedIn;
	let member: SignedIn;
	beforeEach(async () => {
		owner = await api.createOrganization();
		member = await api.addMember(owner, "member");
		await rename(member, { name: "José Ángel Núñez-Ruiz" });
	});

	test.each(["jose", "NUÑEZ", "angel ruiz", "núñez-ru", "josé á"])("finds a member by %s", async (q) => {
		expect(await members(owner, q)).toEqual([member.userId]);
	});

	test("finds a member by the address, whole and in part, beside others of its domain", async () => {
		const local = member.email.split("@")[0] ?? "";

		expect(await members(owner, member.email)).toEqual([member.userId]);
		expect(await members(owner, member.email.toUpperCase())).toEqual([member.userId]);
		expect(await members(owner, `${local}@sch`)).toEqual([member.userId]);
		expect(await members(owner, "school.example")).toEqual([owner.userId, member.userId]);
	});

	test("finds nobody of another organization", async () => {
		const stranger = await api.createOrganization();
		await rename(stranger, { name: "José Strange" });

		const found = await Promise.all(["josé", "strange", stranger.email].map((q) => members(owner, q)));

		expect(found).toEqual([[member.userId], [], []]);
		expect(await members(stranger, "josé")).toEqual([stranger.userId]);
	});

	test("finds a person in each of their organizations by their new name, and by the old one in none", async () => {
		const other = await api.createOrganization();
		await api.enroll(member.userId, other.orgId, "member");
		const before = await members(other, "núñez");

		await rename(member, { name: "Pepa Flores" });

		expect(before).toEqual([member.userId]);
		for (const around of [owner, other]) {
			expect(await members(around, "pepa flores")).toEqual([member.userId]);
			expect(await members(around, "núñez")).toEqual([]);
		}
	});

	test("finds a person by their new address, and by the old one no more", async () => {
		const email = newAddress();

		const changed = await rename(member, { email, password: { current: "a perfectly long password" } });

		expect(changed.status).toBe(200);
		expect(await members(owner, email)).toEqual([member.userId]);
		expect(await members(owner, member.email)).toEqual([]);
	});

	test("finds a person in many organizations by their new name once the job has run", async () => {
		const around = await Promise.all(Array.from({ length: 45 }, () => api.createOrganization()));
		for (const { orgId } of around) await api.enroll(member.userId, orgId, "member");

		await rename(member, { name: "Wanda Wide" });
		await api.parley.services.jobs.runDue();

		const find = () => Promise.all(around.map((each) => members(each, "wanda")));
		let found = await find();
		// A server with workers of its own may be at it.
		for (let tries = 0; tries < 100 && found.some(({ length }) => length === 0); tries++) {
			await Bun.sleep(50);
			found = await find();
		}
		const old = await Promise.all(around.map((each) => members(each, "núñez")));
		expect(found).toEqual(around.map(() => [member.userId]));
		expect(old.flat()).toEqual([]);
	}, 120_000);

	test("combines with the role, before and after it changes", async () => {
		await rename(owner, { name: "José Owner" });
		const path = `/orgs/${owner.orgId}/members/${member.userId}`;

		const before = [await members(owner, "josé", "&role=member"), await members(owner, "josé", "&role=admin")];
		await api.request("PATCH", path, { token: owner.token, body: { role: "admin" } });
		const after = [await members(owner, "josé", "&role=member"), await members(owner, "josé", "&role=admin")];

		expect(before).toEqual([[member.userId], []]);
		expect(after).toEqual([[], [member.userId]]);
		expect(await members(owner, "josé")).toEqual([owner.userId, member.userId]);
	});

	test("no longer finds who has left, of whom no word is left in the organization", async () => {
		const other = await api.createOrganization();
		await api.enroll(member.userId, other.orgId, "member");

		await api.request("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, { token: owner.token });

		expect(await members(owner, "josé")).toEqual([]);
		expect(await members(other, "josé")).toEqual([member.userId]);
		expect(new Set((await termsOf(member.userId)).map(({ orgId }) => orgId))).toEqual(new Set([other.orgId]));
	});

	test("finds who comes back", async () => {
		await api.request("DELETE", `/orgs/${owner.orgId}/members/${member.userId}`, { token: owner.token });

		await api.enroll(member.userId, owner.orgId, "guest");

		expect(await members(owner, "josé")).toEqual([member.userId]);
	});

	test("leaves no word of an erased person", async () => {
		const before = await termsOf(member.userId);

		await api.parley.services.closedAccounts.eraseAtOnce(runPortions(api.store), {
			userId: member.userId,
			emailKey: member.email.toLowerCase(),
		});

		expect(before.length).toBeGreaterThan(5);
		expect(await termsOf(member.userId)).toEqual([]);
	});
});
