import { type Call, type Case, SEARCH_MICROS, times } from "../case.ts";
import { memberAt, type Subject } from "../subject.ts";

const create = async ({ ask, giantPath, owner }: Subject, count: number): Promise<string[]> => {
	const body = { name: "Physics", kind: "class" };
	const made = await Promise.all(
		times(count, () => ask({ method: "POST", path: `${giantPath}/workspaces`, token: owner.token, body })),
	);
	return made.map(({ data }) => `/workspaces/${(data as { readonly id: string }).id}`);
};

const list = (variant: string, query: string, who: "owner" | "busy" = "owner"): Case => ({
	operation: "listWorkspaces",
	variant,
	...(query.includes("q=") && { enoughMicros: SEARCH_MICROS }),
	calls: (subject, count) =>
		times(count, () => ({
			method: "GET",
			path: `${subject.giantPath}/workspaces?${query}`,
			token: subject[who].token,
		})),
});

/** Makes a call on a new workspace each. */
const onNew = (operation: string, call: (path: string) => Call): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		return (await create(subject, count)).map((path) => ({ token: subject.owner.token, ...call(path) }));
	},
});

/** Adds a member to a new workspace each, and makes a call on the membership. */
const onMember = (operation: string, call: (path: string) => Call): Case => ({
	operation,
	most: 100,
	async calls(subject, count) {
		const member = memberAt(subject);
		const { token } = subject.owner;
		const paths = await create(subject, count);
		const added = paths.map(async (path, n) => {
			const body = { userId: member(n).id, role: "member" };
			await subject.ask({ method: "POST", path: `${path}/members`, token, body });
			return { token, ...call(`${path}/members/${member(n).id}`) };
		});
		return Promise.all(added);
	},
});

/** Operations on workspaces and their members. */
export const WORKSPACE_CASES: readonly Case[] = [
	list("one page", "limit=50"),
	list("by name", "limit=50&sort=name"),
	list("of a kind", "limit=20&kind=project"),
	list("archived", "limit=20&archived=true"),
	list("of a person", "limit=20", "busy"),
	list("of a person, by name", "limit=20&sort=name", "busy"),
	list("q: common word", "limit=5&q=school"),
	list("q: common word, of a person", "limit=5&q=school", "busy"),
	list("q: nothing", "q=nothinghasthisword"),
	{
		operation: "createWorkspace",
		calls: ({ giantPath, owner }, count) =>
			times(count, (n) => ({
				method: "POST",
				path: `${giantPath}/workspaces`,
				token: owner.token,
				body: { name: `Physics ${n}` },
			})),
	},
	onNew("getWorkspace", (path) => ({ method: "GET", path })),
	onNew("updateWorkspace", (path) => ({ method: "PATCH", path, body: { name: "Chemistry" } })),
	onNew("archiveWorkspace", (path) => ({ method: "DELETE", path })),
	onNew("listWorkspaceMembers", (path) => ({ method: "GET", path: `${path}/members` })),
	{
		operation: "addWorkspaceMember",
		most: 100,
		async calls(subject, count) {
			const member = memberAt(subject);
			return (await create(subject, count)).map((path, n) => ({
				method: "POST",
				path: `${path}/members`,
				token: subject.owner.token,
				body: { userId: member(n).id, role: "member" },
			}));
		},
	},
	{
		operation: "addWorkspaceMember",
		variant: "an address",
		status: 202,
		most: 100,
		async calls(subject, count) {
			return (await create(subject, count)).map((path) => ({
				method: "POST",
				path: `${path}/members`,
				token: subject.owner.token,
				body: { email: `${crypto.randomUUID()}@campus1.example`, role: "member" },
			}));
		},
	},
	onMember("getWorkspaceMember", (path) => ({ method: "GET", path })),
	onMember("updateWorkspaceMember", (path) => ({ method: "PATCH", path, body: { role: "host" } })),
	onMember("removeWorkspaceMember", (path) => ({ method: "DELETE", path })),
];
