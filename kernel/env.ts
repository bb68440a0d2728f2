import { readFileSync } from "node:fs";

/**
 * Reads the environment variable `name`, or else the trimmed content of the file that `<name>_FILE` points to (secrets
 * mounted as files); undefined when neither is set. An empty value counts as unset. All access to the environment goes
 * through here.
 * @throws the file system's error when the file cannot be read: a missing secret must not pass as unset
 */
export function readVariable(name: string): string | undefined {
	const value = process.env[name];
	if (value !== undefined && value !== "") return value;
	const path = process.env[`${name}_FILE`];
	if (path === undefined || path === "") return undefined;
	return readFileSync(path, "utf8").trim() || undefined;
}

/** Returns the names of all environment variables with a non-empty value. */
export function variableNames(): readonly string[] {
	return Object.keys(process.env).filter((name) => process.env[name]);
}
