import type { Authenticator } from "./authenticator.ts";
import type { Deed, World } from "./deeds.ts";

const optionsOf = async ({ api, owner }: World, kind: "register" | "login") =>
	(await api.request("POST", `/auth/passkeys/${kind}/options`, { token: owner.token, body: {} })).body.data;

async function register(world: World, device: Authenticator): Promise<string> {
	const body = { credential: await device.create(await optionsOf(world, "register")) };
	await world.api.request("POST", "/auth/passkeys/register/verify", { token: world.owner.token, body });
	return body.credential.id;
}

/** The mutating operations that take a browser's authenticator, by their `operationId`. */
export const PASSKEY_DEEDS: Readonly<Record<string, Deed>> = {
	beginPasskeyRegistration: {
		audit: null,
		event: null,
		because: "a challenge changes nothing before it is answered",
		run: ({ act, owner }) => act("POST", "/auth/passkeys/register/options", { token: owner.token, body: {} }),
	},
	beginPasskeyLogin: {
		audit: null,
		event: null,
		because: "a challenge changes nothing before it is answered",
		run: ({ act }) => act("POST", "/auth/passkeys/login/options", { body: {} }),
	},
	registerPasskey: {
		audit: "passkey.add",
		event: "security.passkey_added",
		async run(world) {
			const credential = await (await world.openDevice()).create(await optionsOf(world, "register"));
			return world.act("POST", "/auth/passkeys/register/verify", { token: world.owner.token, body: { credential } });
		},
	},
	loginWithPasskey: {
		audit: "auth.login",
		event: "security.signed_in",
		async run(world) {
			const device = await world.openDevice();
			await register(world, device);
			const credential = await device.get(await optionsOf(world, "login"));
			return world.act("POST", "/auth/passkeys/login/verify", { body: { credential } });
		},
	},
	removePasskey: {
		audit: "passkey.remove",
		event: "security.passkey_removed",
		async run(world) {
			const id = await register(world, await world.openDevice());
			return world.act("DELETE", `/auth/passkeys/${id}`, { token: world.owner.token, body: {} });
		},
	},
};
