import type { Authenticator } from "./authenticator.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

const optionsOf = async ({ api, owner }: ScenarioContext, kind: "register" | "login") =>
	(await api.request("POST", `/auth/passkeys/${kind}/options`, { token: owner.token, body: {} })).body.data;

async function register(world: ScenarioContext, device: Authenticator): Promise<string> {
	const body = { credential: await device.create(await optionsOf(world, "register")) };
	await world.api.request("POST", "/auth/passkeys/register/verify", { token: world.owner.token, body });
	return body.credential.id;
}

/** Mutating operations that need a browser's authenticator, by `operationId`. */
export const PASSKEY_SCENARIOS: Readonly<Record<string, Scenario>> = {
	beginPasskeyRegistration: {
		records: null,
		because: "a challenge changes nothing before it is answered",
		run: ({ act, owner }) => act("POST", "/auth/passkeys/register/options", { token: owner.token, body: {} }),
	},
	beginPasskeyLogin: {
		records: null,
		because: "a challenge changes nothing before it is answered",
		run: ({ act }) => act("POST", "/auth/passkeys/login/options", { body: {} }),
	},
	registerPasskey: {
		records: "passkey.add",
		async run(world) {
			const credential = await (await world.openDevice()).create(await optionsOf(world, "register"));
			return world.act("POST", "/auth/passkeys/register/verify", { token: world.owner.token, body: { credential } });
		},
	},
	loginWithPasskey: {
		records: "auth.login",
		async run(world) {
			const device = await world.openDevice();
			await register(world, device);
			const credential = await device.get(await optionsOf(world, "login"));
			return world.act("POST", "/auth/passkeys/login/verify", { body: { credential } });
		},
	},
	removePasskey: {
		records: "passkey.remove",
		async run(world) {
			const id = await register(world, await world.openDevice());
			return world.act("DELETE", `/auth/passkeys/${id}`, { token: world.owner.token, body: {} });
		},
	},
};
