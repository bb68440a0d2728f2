import { defineTexts } from "../../i18n/define.ts";

export const texts = defineTexts({
	en: {
		join: (name: string) => `Join ${name}`,
		welcome: (name: string) => `Welcome to ${name}`,
		invitedBy: (name: string) => `${name} invites you to join this organization.`,
		role: "Your role:",
		known: "I already have an account",
		goOn: "Continue",
		invited: "You have been invited to join this organization.",
		action: "Accept invitation",
		knownLead: "This address already has an account. Sign in to accept the invitation.",
		signInAndAccept: "Sign in and accept",
		doneLead: "You are now a member.",
		invalid: "This invitation no longer works",
		invalidLead:
			"It was accepted or withdrawn, a newer one replaced it, or it has expired. Ask the person who invited you for a new one.",
	},
	es: {
		join: (name: string) => `Unirse a ${name}`,
		welcome: (name: string) => `Le damos la bienvenida a ${name}`,
		invitedBy: (name: string) => `${name} le invita a unirse a esta organización.`,
		role: "Su función:",
		known: "Ya tengo una cuenta",
		goOn: "Continuar",
		invited: "Ha recibido una invitación para unirse a esta organización.",
		action: "Aceptar invitación",
		knownLead: "Esta dirección ya tiene una cuenta. Inicie sesión para aceptar la invitación.",
		signInAndAccept: "Iniciar sesión y aceptar",
		doneLead: "Ya es miembro.",
		invalid: "Esta invitación ya no es válida",
		invalidLead:
			"Se aceptó, se retiró o la sustituyó otra más reciente, o ha caducado. Pida otra a la persona que le invitó.",
	},
	de: {
		join: (name: string) => `${name} beitreten`,
		welcome: (name: string) => `Willkommen bei ${name}`,
		invitedBy: (name: string) => `${name} lädt Sie ein, dieser Organisation beizutreten.`,
		role: "Ihre Rolle:",
		known: "Ich habe schon ein Konto",
		goOn: "Weiter",
		invited: "Sie sind eingeladen, dieser Organisation beizutreten.",
		action: "Einladung annehmen",
		knownLead: "Zu dieser Adresse gibt es schon ein Konto. Melden Sie sich an, um die Einladung anzunehmen.",
		signInAndAccept: "Anmelden und annehmen",
		doneLead: "Sie sind jetzt Mitglied.",
		invalid: "Diese Einladung gilt nicht mehr",
		invalidLead:
			"Sie wurde angenommen, zurückgezogen oder durch eine neuere ersetzt, oder sie ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
	},
});
