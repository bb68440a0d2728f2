import { isLoopback } from "#kernel/ip-address";
import { EXAMPLE_SIGN_IN } from "#modules/identity/sessions";
import type { Config } from "./types.ts";

/** Whether only this machine reaches the service: by the address it listens on, and by the one it goes by. */
const isLocalOnly = ({ host, publicUrl }: Pick<Config, "host" | "publicUrl">): boolean =>
	isLoopback(host) && isLoopback(new URL(publicUrl.href).hostname);

/** Whether the password in the examples of the document may be somebody's: where only this machine reaches the service. */
export const allowsExamplePassword = (config: Pick<Config, "host" | "publicUrl" | "passwordMinLength">): boolean =>
	isLocalOnly(config) && config.passwordMinLength <= EXAMPLE_SIGN_IN.password.length;

/** Returns the settings of passwords. That of the examples is refused wherever others reach the service. */
export const passwordSettings = (config: Pick<Config, "host" | "publicUrl" | "passwordMinLength" | "argon2">) => ({
	argon2: config.argon2,
	minLength: config.passwordMinLength,
	refused: isLocalOnly(config) ? [] : [EXAMPLE_SIGN_IN.password],
});
