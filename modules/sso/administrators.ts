import type { UserRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { emailKey } from "#kernel/text";
import type { Identity } from "#modules/addresses";
import { systemContext } from "#modules/permissions";
import { sessionsRepository } from "#modules/sessions";
import { usersRepository } from "#modules/users";
import { type Change, PLATFORM, type UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { LostRace, link } from "./linking.ts";
import { identitiesRepository } from "./repository.ts";

/** An identity of the provider and the administrator it is about. */
export interface AdministratorLink extends Identity {
	/** Address of the administrator. */
	readonly email: string;
}

/** @throws `not_found`, `state_conflict` for anybody else */
async function findAdministrator(change: Change, email: string): Promise<UserRow> {
	const user = await usersRepository.findByEmail(change.tx, emailKey(email));
	if (!user) throw new AppError("not_found", `There is no account with the address ${email}.`);
	if (user.systemAdmin) return user;
	throw new AppError(
		"state_conflict",
		`${email} is no system administrator: a sign-in at the provider links everybody else.`,
	);
}

/**
 * Lets a system administrator sign in at the provider as well: the explicit step without which no sign-in is linked to them.
 * @throws `not_found` `state_conflict`, `conflict` when the identity signs in to an account already
 */
export async function linkAdministrator(
	{ unitOfWork }: { readonly unitOfWork: UnitOfWork },
	{ email, ...identity }: AdministratorLink,
): Promise<{ readonly userId: string }> {
	return unitOfWork.run(systemContext("cli:admin"), async (change) => {
		const user = await findAdministrator(change, email);
		await link(change, user, identity).catch((error: unknown) => {
			if (!(error instanceof LostRace)) throw error;
			throw new AppError("conflict", "This identity signs in to an account already.", { cause: error });
		});
		return { userId: user.id };
	});
}

/**
 * Takes an identity of the provider from a system administrator and ends their sessions, since some may rest on it.
 * @throws `not_found` also when they have no such identity, `state_conflict`
 */
export async function unlinkAdministrator(
	{ unitOfWork }: { readonly unitOfWork: UnitOfWork },
	{ email, issuer, subject }: AdministratorLink,
): Promise<{ readonly userId: string }> {
	return unitOfWork.run(systemContext("cli:admin"), async (change) => {
		const { id } = await findAdministrator(change, email);
		// No sign-in with the identity is half done: it would start a session that this does not see. In this order, since a
		// request holds its session before its person.
		await sessionsRepository.lockAll(change.tx, id);
		await usersRepository.lock(change.tx, id);
		if (!(await identitiesRepository.remove(change.tx, id, { issuer, subject })))
			throw new AppError("not_found", `${email} has no such identity.`);
		const ended = await sessionsRepository.revokeAll(change.tx, id, change.nowMs, "identity_unlinked");
		change.invalidate(id, ...ended);
		change.record(PLATFORM, facts["auth.unlink_identity"], {
			id,
			also: ended.map((session) => ({ type: "session", id: session })),
			object: { userId: id, issuer },
			auditedChanges: [{ path: "/identities/-", from: { issuer, subject }, to: null }],
		});
		return { userId: id };
	});
}
