import type { Store } from "#db/store";
import { AppError } from "#kernel/errors";
import type { NewId } from "#kernel/ids";
import { randomToken } from "#kernel/secrets";
import type { Passwords } from "#modules/passwords";
import { systemContext } from "#modules/permissions";
import { newUser, usersRepository } from "#modules/users";
import { PLATFORM, type UnitOfWork } from "#platform/unit-of-work";
import { facts } from "./facts.ts";

/** Address of the administrator made on a first start that names none. */
export const DEFAULT_ADMIN_EMAIL = "admin@parley.local";

/** What making an administrator takes. */
export interface BootstrapDeps {
	readonly store: Store;
	readonly newId: NewId;
	readonly unitOfWork: UnitOfWork;
	readonly passwords: Passwords;
}

/** How to sign in as a new administrator; `password` is null when the operator chose it. */
export interface NewAdministrator {
	readonly userId: string;
	readonly email: string;
	readonly password: string | null;
}

/**
 * Makes a system administrator. Without a password one is made up and answered once.
 * @throws `conflict` when the address is taken, `validation_failed` when the password is too weak
 */
export async function createAdministrator(
	{ newId, unitOfWork, passwords }: BootstrapDeps,
	{ email, password, name = "Administrator" }: { email: string; password?: string | undefined; name?: string },
): Promise<NewAdministrator> {
	if (password !== undefined) passwords.assertLength(password, "/password");
	const chosen = password ?? randomToken(18);
	const passwordHash = await passwords.hash(chosen);
	const userId = newId("usr");
	await unitOfWork.run(systemContext("cli:admin"), async (change) => {
		const isNew = await usersRepository.insert(change.tx, {
			...newUser({ id: userId, email, isVerified: true, name, passwordHash }, change.nowMs),
			systemAdmin: true,
		});
		if (!isNew)
			throw new AppError("conflict", `There is an account with the address ${email} already.`, {
				meta: { field: "email" },
			});
		change.record(PLATFORM, facts["admin.create"], { id: userId });
	});
	return { userId, email, password: password === undefined ? chosen : null };
}

/**
 * The first system administrator of a new installation; null when there is one already. Several processes may start at once: the
 * address is unique, so one of them wins.
 */
export async function ensureAdministrator(
	deps: BootstrapDeps,
	configured: { readonly email: string; readonly password: string } | undefined,
): Promise<NewAdministrator | null> {
	if ((await usersRepository.countSystemAdmins(deps.store.db)) > 0) return null;
	try {
		return await createAdministrator(deps, configured ?? { email: DEFAULT_ADMIN_EMAIL });
	} catch (error) {
		if (error instanceof AppError && error.code === "conflict") return null;
		throw error;
	}
}

/**
 * Takes back an administrator whose made-up password nobody has seen, because the start that made it failed after all:
 * the next one makes another. The audit trail shows both.
 */
export async function withdrawAdministrator(
	{ unitOfWork }: Pick<BootstrapDeps, "unitOfWork">,
	{ userId }: NewAdministrator,
): Promise<void> {
	await unitOfWork.run(systemContext("cli:admin"), async (change) => {
		await usersRepository.remove(change.tx, userId);
		change.invalidate(userId);
		change.record(PLATFORM, facts["admin.withdraw"], { id: userId });
	});
}
