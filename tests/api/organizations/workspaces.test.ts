import { describe, expect, test } from "bun:test";
import { meetings } from "#db/schema/index";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { meetingRow } from "#tests/support/rows";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "manager");
const member = await api.addMember(owner, "member");
const stranger = await api.createOrganization();

/** Letters whose order differs by code unit, code point and fold. */
const LETTERS = [..."ädcbÉf𝒶\uFF5Eghij"];

const create = (by: SignedIn, body: Record<string, unknown> = {}) =>
	by.post(`/orgs/${by.orgId}/workspaces`, { name: "Physics", ...body });
const made = async (by: SignedIn, body: Record<string, unknown> = {}) => (await create(by, body)).body.data;
const read = (by: Caller, id: string) => by.get(`/workspaces/${id}`);
const patch = (by: Caller, id: string, body: unknown) => by.patch(`/workspaces/${id}`, body);
const archive = (by: Caller, id: string) => by.delete(`/workspaces/${id}`);
const list = async (by: SignedIn, query = "") => by.get(`/orgs/${by.orgId}/workspaces?${query}`);
const namesOf = async (by: SignedIn, query = "") =>
	(await list(by, query)).body.data.map(({ name }: { name: string }) => name);

/** Makes a meeting live in a workspace, which takes another module. */
const startMeeting = ({ orgId, id }: { orgId: string; id: string }) =>
	api.store.acrossTenants.db.insert(meetings).values(meetingRow(orgId, id, { state: "live" }));

describe("a new workspace", () => {
	test("has defaults, a slug of its name, its creator as manager, and is found where Location says", async () => {
		const created = await create(teacher, { name: "  Física Aplicada " });

		const { data } = created.body;
		expect(created.status).toBe(201);
		expect(data).toMatchObject({
			name: "Física Aplicada",
			slug: "fisica-aplicada",
			kind: "class",
			visibility: "private",
			description: null,
			settings: {},
			externalRef: null,
			memberCount: 1,
			archivedAt: null,
			version: 1,
		});
		expect(created.headers.get("location")).toBe(`${api.config.publicUrl.href}/workspaces/${data.id}`);
		const found = await read(teacher, data.id);
		expect(found.body.data).toEqual(data);
		expect(found.headers.get("etag")).toBe(created.headers.get("etag"));
	});

	test("of a company is a team", async () => {
		const company = await api.createOrganization({ orgType: "business" });

		expect((await made(company)).kind).toBe("team");
	});

	test("has another slug when its name was taken, and none that was requested", async () => {
		const [first, second] = [await made(owner, { name: "Twins" }), await made(owner, { name: "Twins" })];
		const refused = await create(owner, { name: "Other", slug: "twins" });

		expect([first.slug, second.slug]).toEqual(["twins", `twins-${second.id.slice(-12)}`]);
		expect([...codeOf(refused), refused.body.error.meta]).toEqual([409, "conflict", { field: "slug" }]);
	});

	test("has a key that no other has, two requests at once included", async () => {
		const answers = await Promise.all([1, 2].map(() => create(owner, { externalRef: "sis-1" })));

		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
		expect(answers.map((answer) => answer.body.error?.meta.field).filter(Boolean)).toEqual(["externalRef"]);
	});

	test("by an API key or a system administrator has no manager, and every administrator manages it", async () => {
		const key = await owner.post(`/orgs/${owner.orgId}/api-keys`, {
			name: "Sync",
			scopes: ["workspace:read", "workspace:write"],
		});
		const sync = { ...owner, token: key.body.data.key };
		const system = { ...owner, token: await api.signInSystem() };

		const workspaces = [await made(sync), await made(system)];
		const renamed = [
			await patch(owner, workspaces[0].id, { name: "A" }),
			await patch(sync, workspaces[1].id, { name: "B" }),
		];

		expect(workspaces.map(({ memberCount }) => memberCount)).toEqual([0, 0]);
		expect(renamed.map(({ status }) => status)).toEqual([200, 200]);
	});

	test.each([
		["an empty name", { name: " " }, "/name"],
		["a slug with capitals", { slug: "Physics" }, "/slug"],
		["an unknown kind", { kind: "club" }, "/kind"],
		["a setting that is an object", { settings: { a: {} } }, "/settings/a"],
		["an unknown member", { color: "blue" }, "/color"],
	])("is refused with %s", async (_what, body, path) => {
		const refused = await create(owner, body);

		expect(refused.status).toBe(422);
		expect(refused.body.error.errors.map((error: { path: string }) => error.path)).toContain(path);
	});

	test("is made by those who may write workspaces, in their own organization", async () => {
		const answers = [await create(member), await create({ ...stranger, orgId: owner.orgId })];

		expect(answers.map(codeOf)).toEqual([
			[403, "insufficient_scope"],
			[403, "org_mismatch"],
		]);
	});
});

describe("a private workspace", () => {
	test("is missing to everybody but its members and the administrators, as if there were none", async () => {
		const { id } = await made(teacher, { name: "Secret" });
		const missing = await read(member, "wsp_01jd0z7v9gf2nbrexx3vqjhp41");

		const answers = [
			await read(member, id),
			await read(stranger, id),
			await patch(stranger, id, {}),
			await archive(stranger, id),
		];

		expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
		const { requestId: _a, ...body } = answers[0]?.body ?? {};
		const { requestId: _b, ...expected } = missing.body;
		expect(body).toEqual(expected);
		expect((await read(owner, id)).status).toBe(200);
		expect((await read(api.as(await api.signInSystem()), id)).status).toBe(200);
		expect(await namesOf(member, "q=secret")).toEqual([]);
		expect(await namesOf(teacher, "q=secret")).toEqual(["Secret"]);
		expect(await namesOf(owner, "q=secret")).toEqual(["Secret"]);
	});

	test("is seen by everybody once it is open to the organization, and changed by managers alone", async () => {
		const { id } = await made(teacher, { name: "Library", visibility: "org" });

		const other = await api.addMember(owner, "manager");
		const answers = [await read(member, id), await patch(other, id, { name: "Mine" }), await archive(other, id)];

		expect(answers.map(codeOf)).toEqual([
			[200, undefined],
			[403, "forbidden"],
			[403, "forbidden"],
		]);
		expect(await namesOf(member, "q=library")).toEqual(["Library"]);
	});
});

describe("a change of a workspace", () => {
	test("merges settings, removes what is null, and leaves the rest alone", async () => {
		const { id } = await made(owner, {
			description: "Room 1",
			externalRef: "a-1",
			settings: { color: "blue", size: 2 },
		});

		const changed = await patch(owner, id, { description: null, settings: { color: null, quiet: true } });

		expect(changed.body.data).toMatchObject({
			description: null,
			externalRef: "a-1",
			settings: { size: 2, quiet: true },
			version: 2,
		});
	});

	test("that changes nothing keeps the version, and one of another version is refused", async () => {
		const { id, name } = await made(owner);

		const same = await patch(owner, id, { name });
		const stale = await owner.patch(`/workspaces/${id}`, { name: "X" }, { headers: { "if-match": '"7"' } });

		expect([same.status, same.body.data.version]).toEqual([200, 1]);
		expect(codeOf(stale)).toEqual([412, "precondition_failed"]);
	});

	test("cannot take the slug or key of another", async () => {
		await made(owner, { slug: "taken", externalRef: "taken" });
		const { id } = await made(owner);

		const answers = [await patch(owner, id, { slug: "taken" }), await patch(owner, id, { externalRef: "taken" })];

		expect(answers.map((answer) => [answer.status, answer.body.error.meta.field])).toEqual([
			[409, "slug"],
			[409, "externalRef"],
		]);
	});

	test("names what is wrong inside of what may be null", async () => {
		const { id } = await made(owner);

		const refused = await patch(owner, id, { settings: { a: {} }, externalRef: "ä" });

		const errors = refused.body.error.errors.map(({ path, code }: { path: string; code: string }) => [path, code]);
		expect(errors).toEqual([
			["/settings/a", "not_allowed"],
			["/externalRef", "invalid_format"],
		]);
	});

	test("has at most 50 settings, counted after the merge", async () => {
		const settings = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`s${n}`, n]));
		const { id } = await made(owner, { settings });

		const refused = await patch(owner, id, { settings: { more: 1 } });

		expect([refused.status, refused.body.error.errors[0].path]).toEqual([422, "/settings"]);
	});
});

describe("an archived workspace", () => {
	test("is read as before, not changed, found only among archived ones, and restored", async () => {
		const { id } = await made(teacher, { name: "Oldtimers" });

		const archived = await archive(teacher, id);
		const again = await archive(teacher, id);
		const refused = await patch(teacher, id, { name: "New" });
		const lists = [await namesOf(teacher, "q=oldtimers"), await namesOf(teacher, "q=oldtimers&archived=true")];
		const restored = await patch(teacher, id, { archived: false, name: "Newcomers" });

		expect([archived.status, typeof archived.body.data.archivedAt]).toEqual([202, "string"]);
		expect([again.status, again.body.data.version]).toEqual([202, archived.body.data.version]);
		expect([refused.status, refused.body.error.meta]).toEqual([409, { state: "archived" }]);
		expect(lists).toEqual([[], ["Oldtimers"]]);
		expect([restored.status, restored.body.data.archivedAt, restored.body.data.name]).toEqual([200, null, "Newcomers"]);
		expect(await namesOf(teacher, "q=newcomers")).toEqual(["Newcomers"]);
	});

	test("has no live meeting: it is refused until that ended, by PATCH as well", async () => {
		const workspace = await made(owner);
		await startMeeting(workspace);

		const answers = [await archive(owner, workspace.id), await patch(owner, workspace.id, { archived: true })];

		expect(answers.map((answer) => [answer.status, answer.body.error.meta])).toEqual([
			[409, { state: "live" }],
			[409, { state: "live" }],
		]);
	});
});

describe("the list of workspaces", () => {
	test("is the same on one page as on many, in every order, for those who see all and those who do not", async () => {
		const school = await api.createOrganization();
		const person = await api.addMember(school, "manager");
		const other = await api.addMember(school, "manager");
		for (let n = 0; n < 12; n++)
			await made([school, person, other][n % 3] ?? school, {
				name: `Room ${LETTERS[n]}${n}`,
				visibility: n % 2 === 0 ? "org" : "private",
				kind: n % 4 === 0 ? "class" : "team",
			});

		for (const by of [school, person])
			for (const query of [
				"sort=createdAt",
				"sort=-createdAt",
				"sort=name",
				"sort=name&q=room",
				"kind=team",
				"q=room",
			]) {
				const whole = (await list(by, query)).body.data.map(({ id }: { id: string }) => id);
				const pages: string[] = [];
				for (let cursor = ""; ; ) {
					const { body } = await list(by, `${query}&limit=2${cursor}`);
					pages.push(...body.data.map(({ id }: { id: string }) => id));
					if (body.page.nextCursor === null) break;
					cursor = `&cursor=${body.page.nextCursor}`;
				}

				expect(pages).toEqual(whole);
				const seen = { [school.userId]: 12, [person.userId]: 8 }[by.userId];
				if (!query.includes("kind")) expect(whole).toHaveLength(seen ?? 0);
				expect(new Set(whole).size).toBe(whole.length);
			}
	});

	test("refuses a cursor of other filters", async () => {
		const { body } = await list(owner, "limit=1");

		const refused = await list(owner, `limit=1&kind=team&cursor=${body.page.nextCursor}`);

		expect(codeOf(refused)).toEqual([400, "invalid_cursor"]);
	});
});
