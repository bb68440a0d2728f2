import { describe, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";

const api = await useHarness();
const admin = await api.signInSystem();

interface Case {
	/** Members that are taken already. */
	readonly taken: Readonly<Record<string, string>>;
	/** A member that a service refuses. */
	readonly refused: Readonly<Record<string, unknown>>;
	readonly path: string;
	readonly method: string;
	readonly required?: Readonly<Record<string, unknown>>;
	readonly token: string;
}

/** Makes what has the values, and returns requests that want them too. */
async function cases(): Promise<Record<string, Case>> {
	const owner = await api.createOrganization();
	const { token, orgId } = owner;
	const id = crypto.randomUUID();
	const organization = { slug: `slug-${id}`, externalId: `external-${id}` };
	await api.as(admin).post("/orgs", { name: "Other", orgType: "education", ...organization });
	const workspace = { slug: `w-${id}`, externalRef: `ref-${id}` };
	await api.as(token).post(`/orgs/${orgId}/workspaces`, { name: "Other", ...workspace });
	const mine = await api.as(token).post(`/orgs/${orgId}/workspaces`, { name: "Mine" });
	const meetings = `/workspaces/${mine.body.data.id}/meetings`;
	const meeting = { externalId: `meeting-${id}` };
	await api.as(token).post(meetings, { title: "Other", ...meeting });
	const another = await api.as(token).post(meetings, { title: "Mine" });
	const flag = { key: `flag-${id}` };
	await api.as(admin).post("/configurations/feature-flags", { type: "boolean", ...flag });
	const named = { name: " " };
	const titled = { title: " " };
	const school = { orgType: "education" };
	return {
		"a new organization": {
			method: "POST",
			path: "/orgs",
			token: admin,
			taken: organization,
			refused: named,
			required: school,
		},
		"an organization": { method: "PUT", path: `/orgs/${orgId}`, token, taken: organization, refused: named },
		"a new workspace": { method: "POST", path: `/orgs/${orgId}/workspaces`, token, taken: workspace, refused: named },
		"a workspace": {
			method: "PATCH",
			path: `/workspaces/${mine.body.data.id}`,
			token,
			taken: workspace,
			refused: named,
		},
		"a new meeting": { method: "POST", path: meetings, token, taken: meeting, refused: titled },
		"a meeting": {
			method: "PATCH",
			path: `/meetings/${another.body.data.meeting.id}`,
			token,
			taken: meeting,
			refused: titled,
		},
		"a new flag": {
			method: "POST",
			path: "/configurations/feature-flags",
			token: admin,
			taken: flag,
			refused: { defaultVariant: "strange" },
			required: { type: "boolean" },
		},
	};
}

const all = await cases();

describe.each(Object.entries(all))("%s", (_name, { method, path, token, taken, refused, required }) => {
	const send = async (body: unknown) => {
		const response = await api.request(method, path, { token, body });
		const { code, errors } = response.body.error;
		return {
			code,
			faults: errors.map((each: { path: string; code: string }) => `${each.path} ${each.code}`).toSorted(),
		};
	};
	const faults = Object.keys(taken).map((name) => `/${name} taken`);
	const valid = Object.fromEntries(
		Object.keys(refused).map((name) => [name, name === "defaultVariant" ? "on" : "Mine"]),
	);
	const [[name] = [""]] = Object.entries(refused);

	test("names all values that are taken", async () => {
		const answer = await send({ ...valid, ...required, ...taken });

		expect(answer).toEqual({ code: "conflict", faults: faults.toSorted() });
	});

	test("names them together with what schema and service refuse", async () => {
		const answer = await send({ ...refused, ...required, ...taken, strange: 1 });

		expect(answer.code).toBe("validation_failed");
		const paths = answer.faults.map((fault: string) => fault.split(" ")[0]);
		expect(answer.faults).toEqual(expect.arrayContaining([...faults, "/strange unknown_member"]));
		const others = paths.filter((each: string) => !Object.keys(taken).includes(each.slice(1)));
		expect(others.toSorted()).toEqual([`/${name}`, "/strange"].toSorted());
	});
});

test("its own values are not taken", async () => {
	const owner = await api.createOrganization();
	const slug = `own-${crypto.randomUUID()}`;
	const change = (body: unknown) => owner.put(`/orgs/${owner.orgId}`, body);
	await change({ slug });

	const again = await change({ slug, strange: 1 });

	expect(again.body.error.errors).toMatchObject([{ path: "/strange" }]);
	expect(again.body.error.errors).toHaveLength(1);
});
