import { type Call, type Case, SEARCH_MICROS, times } from "../case.ts";
import { memberAt, type Subject } from "../subject.ts";

const list = (variant: string, query: string): Case => ({
	operation: "listMembers",
	variant,
	...(query.includes("q=") && { enoughMicros: SEARCH_MICROS }),
	calls: ({ giantPath, owner }, count) =>
		times(count, () => ({ method: "GET", path: `${giantPath}/members?${query}`, token: owner.token })),
});

let changed = 0;
const newAddress = (): string => `${crypto.randomUUID()}@campus1.example`;

/** Invites people to the largest organization, and returns the invitations. */
async function invite({ ask, giantPath, owner }: Subject, count: number) {
	const calls = times(count, () =>
		ask({
			method: "POST",
			path: `${giantPath}/invitations`,
			token: owner.token,
			body: { email: newAddress(), role: "member" },
		}),
	);
	return (await Promise.all(calls)).map(({ data }) => data as { readonly id: string; readonly token: string });
}

/** Returns calls that add people to the largest organization, one new person each. */
async function adding({ addPeople, giantPath, admin }: Subject, count: number): Promise<(Call & { userId: string })[]> {
	return (await addPeople(count)).map(({ id }) => ({
		userId: id,
		method: "POST",
		path: `${giantPath}/members`,
		token: admin.token,
		body: { userId: id, role: "member" },
	}));
}

/** Returns the paths of the notes about the guardians of students of the largest organization. */
async function guardianPaths({ ask, giantPath, owner }: Subject, count: number): Promise<string[]> {
	const path = `${giantPath}/members?role=student&limit=${count}`;
	const { data } = await ask({ method: "GET", path, token: owner.token });
	const students = data as unknown as readonly { readonly userId: string }[];
	return students.map(({ userId }) => `${giantPath}/members/${userId}/guardian-consent`);
}

/** Returns the same, of notes that there are. */
async function noted(subject: Subject, count: number): Promise<string[]> {
	const paths = await guardianPaths(subject, count);
	const body = { grantedBy: "A guardian", grantedOn: "2025-09-01" };
	for (const path of paths) await subject.ask({ method: "PUT", path, token: subject.owner.token, body });
	return paths;
}

/** Operations on members and invitations. */
export const MEMBER_CASES: readonly Case[] = [
	list("one page", "limit=50"),
	list("role=owner", "limit=5&role=owner"),
	list("role=teacher", "limit=5&role=teacher"),
	list("role=student", "limit=20&role=student"),
	list("q: common word", "limit=5&q=ma"),
	list("q: one letter", "limit=5&q=a"),
	list("q: nobody", "q=nobodyhasthisword"),
	list("q and role=owner", "limit=5&q=a&role=owner"),
	{
		operation: "listMembers",
		variant: "q: an address",
		enoughMicros: SEARCH_MICROS,
		calls: ({ giantPath, owner, world }, count) =>
			times(count, () => ({
				method: "GET",
				path: `${giantPath}/members?limit=1&q=${encodeURIComponent(world.giant.busy.email)}`,
				token: owner.token,
			})),
	},
	{
		operation: "listMembers",
		variant: "second page",
		async calls({ ask, giantPath, owner }, count) {
			const start = `${giantPath}/members?limit=40`;
			const { page } = await ask({ method: "GET", path: start, token: owner.token });
			const path = `${start}&cursor=${(page as { readonly nextCursor: string }).nextCursor}`;
			return times(count, () => ({ method: "GET", path, token: owner.token }));
		},
	},
	{
		operation: "getMember",
		calls(subject, count) {
			const member = memberAt(subject);
			const { giantPath, owner } = subject;
			return times(count, (n) => ({ method: "GET", path: `${giantPath}/members/${member(n).id}`, token: owner.token }));
		},
	},
	{
		operation: "addMember",
		variant: "an address that is new",
		status: 202,
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "POST",
				path: `${giantPath}/members`,
				token: owner.token,
				body: { email: newAddress(), role: "member" },
			})),
	},
	{
		operation: "addMember",
		variant: "one who is there already",
		status: 409,
		calls(subject, count) {
			const member = memberAt(subject);
			return times(count, (n) => ({
				method: "POST",
				path: `${subject.giantPath}/members`,
				token: subject.owner.token,
				body: { email: member(n).email, role: "member" },
			}));
		},
	},
	{ operation: "addMember", variant: "an account", status: 201, most: 100, calls: adding },
	{
		operation: "updateMember",
		calls(subject, count) {
			const member = memberAt(subject);
			const role = ++changed % 2 === 0 ? "guest" : "manager";
			return times(Math.min(count, subject.members.length), (n) => ({
				method: "PATCH",
				path: `${subject.giantPath}/members/${member(n).id}`,
				token: subject.admin.token,
				body: { role },
			}));
		},
	},
	{
		operation: "updateMember",
		variant: "an owner, and back",
		calls: ({ giantPath, admin, world }, count) =>
			times(count, (n) => ({
				method: "PATCH",
				path: `${giantPath}/members/${world.giant.otherOwner.id}`,
				token: admin.token,
				body: { role: n % 2 === 0 ? "admin" : "owner" },
			})),
	},
	{
		operation: "noteGuardianConsent",
		most: 50,
		calls: async (subject, count) =>
			(await guardianPaths(subject, count)).map((path) => ({
				method: "PUT",
				path,
				token: subject.owner.token,
				body: { grantedBy: `Guardian ${++changed}`, grantedOn: "2025-09-01" },
			})),
	},
	{
		operation: "getGuardianConsent",
		most: 50,
		calls: async (subject, count) =>
			(await noted(subject, count)).map((path) => ({ method: "GET", path, token: subject.owner.token })),
	},
	{
		operation: "removeGuardianConsent",
		status: 204,
		most: 50,
		calls: async (subject, count) =>
			(await noted(subject, count)).map((path) => ({ method: "DELETE", path, token: subject.owner.token })),
	},
	{
		operation: "removeMember",
		most: 100,
		async calls(subject, count) {
			const calls = await adding(subject, count);
			await Promise.all(calls.map((call) => subject.ask(call)));
			const { giantPath, admin } = subject;
			return calls.map(({ userId }) => ({
				method: "DELETE",
				path: `${giantPath}/members/${userId}`,
				token: admin.token,
			}));
		},
	},

	{
		operation: "listInvitations",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({ method: "GET", path: `${giantPath}/invitations?limit=20`, token: owner.token })),
	},
	...["pending", "accepted", "revoked", "expired"].map(
		(state): Case => ({
			operation: "listInvitations",
			variant: state,
			calls: ({ giantPath, owner }, count) =>
				times(count, () => ({
					method: "GET",
					path: `${giantPath}/invitations?limit=5&state=${state}`,
					token: owner.token,
				})),
		}),
	),
	{
		operation: "createInvitation",
		calls: ({ giantPath, owner }, count) =>
			times(count, () => ({
				method: "POST",
				path: `${giantPath}/invitations`,
				token: owner.token,
				body: { email: newAddress(), role: "member" },
			})),
	},
	{
		operation: "createInvitation",
		variant: "of a member",
		status: 409,
		calls(subject, count) {
			const member = memberAt(subject);
			return times(count, (n) => ({
				method: "POST",
				path: `${subject.giantPath}/invitations`,
				token: subject.owner.token,
				body: { email: member(n).email, role: "member" },
			}));
		},
	},
	{
		operation: "resendInvitation",
		most: 100,
		async calls(subject, count) {
			const { giantPath, owner } = subject;
			return (await invite(subject, count)).map(({ id }) => ({
				method: "POST",
				path: `${giantPath}/invitations/${id}/resend`,
				token: owner.token,
				body: {},
			}));
		},
	},
	{
		operation: "showInvitationLink",
		most: 100,
		async calls(subject, count) {
			const { giantPath, owner } = subject;
			return (await invite(subject, count)).map(({ id }) => ({
				method: "POST",
				path: `${giantPath}/invitations/${id}/link`,
				token: owner.token,
			}));
		},
	},
	{
		operation: "getReceivedInvitation",
		most: 100,
		async calls(subject, count) {
			return (await invite(subject, count)).map(({ token }) => ({ method: "GET", path: `/auth/invitations/${token}` }));
		},
	},
	{
		operation: "revokeInvitation",
		most: 100,
		async calls(subject, count) {
			const { giantPath, owner } = subject;
			return (await invite(subject, count)).map(({ id }) => ({
				method: "DELETE",
				path: `${giantPath}/invitations/${id}`,
				token: owner.token,
			}));
		},
	},
	{
		operation: "acceptInvitation",
		most: 100,
		async calls(subject, count) {
			return (await invite(subject, count)).map(({ token }) => ({
				method: "POST",
				path: `/auth/invitations/${token}/accept`,
				body: { name: "Ada", password: subject.world.password },
			}));
		},
	},
];
