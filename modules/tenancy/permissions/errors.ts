import { AppError } from "#kernel/errors";
import type { Scope } from "#kernel/scopes";
import { text } from "#kernel/texts";
import type { Role } from "./roles.ts";

/** Returns the error for scopes that the caller does not have. @param missing those scopes */
export const scopesExceeded = (missing: readonly Scope[]) =>
	new AppError(
		"insufficient_scope",
		text("You cannot grant, change or revoke rights that you do not have yourself: {missing}.", {
			missing: missing.join(", "),
		}),
		{ meta: { required: missing.join(" ") } },
	);

/** Returns the error for a caller who grants or revokes the role of an owner without having it. */
export const ownerRequired = () => new AppError("forbidden", "Only an owner may grant or revoke the owner role.");

/** Returns the error for an API key that grants an administrative role, which would outlive the key's revocation. */
export const personRequired = (role: Role) =>
	new AppError("forbidden", text("The role {role} is administrative: API keys cannot grant or revoke it.", { role }), {
		meta: { role },
	});
