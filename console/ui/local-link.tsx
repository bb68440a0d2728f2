import { useOwnTexts } from "../app/texts.tsx";
import { defineTexts } from "../i18n/define.ts";

const texts = defineTexts({
	en: {
		local: "This address opens on this computer only. For others, the server needs an address of its own (PUBLIC_URL).",
	},
	es: {
		local:
			"Esta dirección solo se abre en este ordenador. Para otras personas, el servidor necesita una dirección propia (PUBLIC_URL).",
	},
	de: {
		local:
			"Diese Adresse öffnet sich nur auf diesem Rechner. Für andere braucht der Server eine eigene Adresse (PUBLIC_URL).",
	},
});

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Says of a link to pass on that it leads to this computer, where it does. */
export function LocalLink({ link }: { link: string }) {
	const own = useOwnTexts(texts);
	return LOOPBACK.test(new URL(link).hostname) && <p className="field-hint">{own.local}</p>;
}
