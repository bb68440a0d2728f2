import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		notReceived: "No message? Send another one",
		discovered: (name: string, domain: string) =>
			`Your address belongs to ${name} (${domain}). Sign in to join; without an account, create one first.`,
	},
	es: {
		notReceived: "¿No ha llegado? Enviar otro",
		discovered: (name: string, domain: string) =>
			`Su dirección pertenece a ${name} (${domain}). Inicie sesión para unirse; si no tiene cuenta, cree una antes.`,
	},
	de: {
		notReceived: "Keine Nachricht? Noch eine senden",
		discovered: (name: string, domain: string) =>
			`Ihre Adresse gehört zu ${name} (${domain}). Melden Sie sich an, um beizutreten; ohne Konto legen Sie zuerst eines an.`,
	},
});
