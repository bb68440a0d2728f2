import { type Call, type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

/** Creates an organization and returns its path. */
async function newOrganization({ ask, admin: { token } }: Subject): Promise<string> {
	const body = { name: "Exported", orgType: "business" };
	return `/orgs/${(await ask({ method: "POST", path: "/orgs", token, body })).data.id}`;
}

/** Exports a new organization and returns the path of the export. */
async function exportNew(subject: Subject): Promise<string> {
	const { ask, parley, admin } = subject;
	const path = `${await newOrganization(subject)}/privacy/exports`;
	const { data } = await ask({ method: "POST", path, token: admin.token, body: { subject: "organization" } });
	await parley.services.jobs.runDue("privacy.export");
	return `${path}/${data.id}`;
}

/** Makes calls on one export. */
const onExport = (operation: string, call: (path: string, subject: Subject) => Call | Promise<Call>): Case => ({
	operation,
	async calls(subject, count) {
		const made = await call(await exportNew(subject), subject);
		return times(count, () => ({ token: subject.admin.token, ...made }));
	},
});

/** Adds members to the largest organization, and returns requests to erase them. */
async function erasures({ ask, admin: { token }, addPeople, giantPath }: Subject, count: number): Promise<Call[]> {
	const people = await addPeople(count);
	const add = (userId: string) =>
		ask({ method: "POST", path: `${giantPath}/members`, token, body: { userId, role: "member" } });
	await Promise.all(people.map(({ id }) => add(id)));
	const path = `${giantPath}/privacy/erasures`;
	return people.map(({ id, email }) => ({ method: "POST", path, token, body: { userId: id, confirm: email } }));
}

const list = (operation: string, rest: string): Case => ({
	operation,
	calls: ({ giantPath, owner: { token } }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/privacy/${rest}?limit=20`, token })),
});

/** Operations on exports and erasures of people. */
export const PRIVACY_CASES: readonly Case[] = [
	list("listExports", "exports"),
	{
		operation: "requestExport",
		most: 20,
		async calls(subject, count) {
			const paths = await Promise.all(times(count, () => newOrganization(subject)));
			const body = { subject: "organization" };
			return paths.map((path) => ({
				method: "POST",
				path: `${path}/privacy/exports`,
				token: subject.admin.token,
				body,
			}));
		},
	},
	onExport("getExport", (path) => ({ method: "GET", path })),
	onExport("downloadExport", (path) => ({ method: "GET", path: `${path}/content` })),
	onExport("createExportTicket", (path) => ({ method: "POST", path: `${path}/tickets`, body: {} })),
	onExport("downloadExportWithTicket", async (path, { ask, admin: { token } }) => {
		const { data } = await ask({ method: "POST", path: `${path}/tickets`, token, body: {} });
		return { method: "GET", path: new URL(String(data.url)).pathname, token: undefined };
	}),
	{
		operation: "exportAccount",
		// The accounts of a benchmark have passwords that nobody knows: what is measured is the refusal.
		status: 401,
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "POST", path: "/auth/profile/export", token, body: { password: "wrong" } })),
	},
	{
		operation: "closeAccount",
		// As above: an account is closed only once, and only with its password.
		status: 422,
		calls: ({ owner: { token } }, count) =>
			times(count, () => ({ method: "DELETE", path: "/auth/profile", token, body: { confirm: "somebody else" } })),
	},
	list("listErasures", "erasures"),
	{ operation: "requestErasure", most: 20, calls: erasures },
	{
		operation: "getErasure",
		async calls(subject, count) {
			const [request] = await erasures(subject, 1);
			if (!request) throw new Error("nobody is to be erased");
			const { data } = await subject.ask(request);
			return times(count, () => ({ method: "GET", path: `${request.path}/${data.id}`, token: subject.admin.token }));
		},
	},
	{
		operation: "getCompliance",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/compliance`, token })),
	},
	{
		operation: "getUsage",
		calls: ({ giantPath, owner: { token } }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/billing/usage`, token })),
	},
];
