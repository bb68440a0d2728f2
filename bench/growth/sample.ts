import { memberships, organizations, users } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { World } from "../../scripts/grow/plan.ts";

/** A person of the database. */
export interface Person {
	readonly id: string;
	readonly email: string;
}

/** Size of the samples that repeated calls go around. */
const SAMPLE = 400;

/** Reads what repeated calls go around: organizations and members, spread over the whole database. */
export async function readSample(db: ReadDb, { giant, sizes }: World) {
	const spread = <T>(rows: readonly T[]): T[] => {
		const step = Math.max(1, Math.floor(rows.length / SAMPLE));
		return rows.filter((_, n) => n % step === 0).slice(0, SAMPLE);
	};
	const { id: orgId, name, slug, state, externalId } = organizations;
	const active = (await db.select({ id: orgId, name, slug, state, externalId }).from(organizations)).filter(
		({ state, id }) => state === "active" && id !== giant.orgId,
	);
	const { orgId: ofOrg, userId: member, role: itsRole } = memberships;
	const ofGiant = (await db.select({ orgId: ofOrg, userId: member, role: itsRole }).from(memberships)).filter(
		({ orgId }) => orgId === giant.orgId,
	);
	const special = new Set([giant.owner.id, giant.otherOwner.id, giant.busy.id]);
	const plain = spread(
		ofGiant.filter(({ userId, role }) => !special.has(userId) && ["member", "student", "teacher"].includes(role)),
	);
	const emails = new Map(
		(await db.select({ id: users.id, email: users.email }).from(users)).map((row) => [row.id, row.email]),
	);
	return {
		/** Active ones, spread over the whole database; none of those with special purposes. */
		organizations: spread(active.slice(Math.min(50, active.length - 1))),
		/** Ordinary members of the largest organization. */
		members: plain.map(({ userId }): Person => ({ id: userId, email: emails.get(userId) ?? "" })),
		/** Roles in the largest organization. */
		roles: new Map(ofGiant.map(({ userId, role }) => [userId, role])),
		sizes,
	};
}
