import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		notReceived: "No message? Send another one",
		yourName: "Your name",
		yourNameHint: "Others see it, in meetings and beside what you do.",
		discovered: (name: string, domain: string) =>
			`Your address belongs to ${name} (${domain}). Sign in to join; without an account, create one first.`,
	},
	es: {
		notReceived: "¿No ha llegado? Enviar otro",
		yourName: "Su nombre",
		yourNameHint: "Los demás lo ven, en las reuniones y junto a lo que usted hace.",
		discovered: (name: string, domain: string) =>
			`Su dirección pertenece a ${name} (${domain}). Inicie sesión para unirse; si no tiene cuenta, cree una antes.`,
	},
	de: {
		notReceived: "Keine Nachricht? Noch eine senden",
		yourName: "Ihr Name",
		yourNameHint: "Andere sehen ihn, in Besprechungen und bei dem, was Sie tun.",
		discovered: (name: string, domain: string) =>
			`Ihre Adresse gehört zu ${name} (${domain}). Melden Sie sich an, um beizutreten; ohne Konto legen Sie zuerst eines an.`,
	},
});
