import type { Translations } from "./translations.ts";

/** Texts of signing in, sessions and credentials. */
export const signInTexts = {
	"An authenticator is already set up; remove it first.": {
		es: "Ya hay una aplicación de autenticación configurada; quítela antes.",
		de: "Eine Authenticator-App ist bereits eingerichtet; entfernen Sie sie zuerst.",
	},
	"Change the initial password first: PATCH /auth/update-profile {body}.": {
		es: "Cambie antes la contraseña inicial: PATCH /auth/update-profile {body}.",
		de: "Ändern Sie zuerst das Anfangspasswort: PATCH /auth/update-profile {body}.",
	},
	"Confirm the e-mail address first; you can have the mail sent again.": {
		es: "Confirme antes la dirección de correo; puede hacer que se le envíe de nuevo el mensaje.",
		de: "Bestätigen Sie zuerst die E-Mail-Adresse; Sie können sich die E-Mail erneut senden lassen.",
	},
	"must be a page on an allowed origin": {
		es: "debe ser una página de un origen permitido",
		de: "muss eine Seite auf einem erlaubten Ursprung sein",
	},
	"must be the answer of an authenticator to the options of this service": {
		es: "debe ser la respuesta de un autenticador a las opciones de este servicio",
		de: "muss die Antwort eines Authenticators auf die Optionen dieses Dienstes sein",
	},
	"must be the code currently shown by the authenticator; check the clock of the device": {
		es: "debe ser el código que muestra ahora la aplicación de autenticación; compruebe el reloj del dispositivo",
		de: "muss der Code sein, den die Authenticator-App gerade zeigt; prüfen Sie die Uhr des Geräts",
	},
	"must be the current password": { es: "debe ser la contraseña actual", de: "muss das aktuelle Passwort sein" },
	"must come without an attestation: the options ask for none": {
		es: "debe enviarse sin atestación: las opciones no piden ninguna",
		de: "muss ohne Attestierung kommen: Die Optionen verlangen keine",
	},
	"must have at least {minLength} characters": {
		es: "debe tener al menos {minLength} caracteres",
		de: "muss mindestens {minLength} Zeichen haben",
	},
	"must not be a common password": { es: "no debe ser una contraseña común", de: "darf kein gängiges Passwort sein" },
	"must not be registered already": { es: "no debe estar ya registrado", de: "darf noch nicht registriert sein" },
	"No authenticator is set up.": {
		es: "No hay ninguna aplicación de autenticación configurada.",
		de: "Es ist keine Authenticator-App eingerichtet.",
	},
	"redirect must be a page on an allowed origin (PUBLIC_URL, CORS_ORIGINS).": {
		es: "redirect debe ser una página de un origen permitido (PUBLIC_URL, CORS_ORIGINS).",
		de: "redirect muss eine Seite auf einem erlaubten Ursprung sein (PUBLIC_URL, CORS_ORIGINS).",
	},
	"Send a code from your authenticator, or a recovery code, with the challenge token.": {
		es: "Envíe un código de su aplicación de autenticación, o un código de recuperación, con el token del desafío.",
		de: "Senden Sie einen Code Ihrer Authenticator-App oder einen Wiederherstellungscode mit dem Challenge-Token.",
	},
	"Send a refresh token, or sign in.": {
		es: "Envíe un token de actualización o inicie sesión.",
		de: "Senden Sie ein Aktualisierungstoken, oder melden Sie sich an.",
	},
	"Signing in with an identity provider is not configured: set OIDC_CLIENT_ID.": {
		es: "El inicio de sesión con un proveedor de identidad no está configurado: establezca OIDC_CLIENT_ID.",
		de: "Die Anmeldung über einen Identitätsanbieter ist nicht eingerichtet: Setzen Sie OIDC_CLIENT_ID.",
	},
	"The access this token stands for has been withdrawn; sign in again.": {
		es: "Se ha retirado el acceso que representa este token; vuelva a iniciar sesión.",
		de: "Der Zugang, für den dieses Token steht, wurde entzogen; melden Sie sich erneut an.",
	},
	"The access token has expired; refresh it.": {
		es: "El token de acceso ha caducado; actualícelo.",
		de: "Das Zugriffstoken ist abgelaufen; erneuern Sie es.",
	},
	"The access token is not valid.": {
		es: "El token de acceso no es válido.",
		de: "Das Zugriffstoken ist nicht gültig.",
	},
	"The account is disabled.": { es: "La cuenta está desactivada.", de: "Das Konto ist deaktiviert." },
	"The account with this address belongs to a system administrator and is not linked automatically: link it with `parley admin link`.":
		{
			es: "La cuenta con esta dirección pertenece a un administrador del sistema y no se vincula automáticamente: vincúlela con `parley admin link`.",
			de: "Das Konto mit dieser Adresse gehört einem Systemadministrator und wird nicht automatisch verknüpft: Verknüpfen Sie es mit `parley admin link`.",
		},
	"The challenge has expired; sign in again.": {
		es: "El desafío ha caducado; vuelva a iniciar sesión.",
		de: "Die Challenge ist abgelaufen; melden Sie sich erneut an.",
	},
	"The challenge is unknown, used or expired; request new options and try again.": {
		es: "El desafío es desconocido, ya se ha usado o ha caducado; solicite opciones nuevas y vuelva a intentarlo.",
		de: "Die Challenge ist unbekannt, bereits verwendet oder abgelaufen; fordern Sie neue Optionen an, und versuchen Sie es erneut.",
	},
	"The code is wrong or has already been used.": {
		es: "El código es incorrecto o ya se ha usado.",
		de: "Der Code ist falsch oder wurde bereits verwendet.",
	},
	"The e-mail address or password is wrong.": {
		es: "La dirección de correo o la contraseña son incorrectas.",
		de: "Die E-Mail-Adresse oder das Passwort ist falsch.",
	},
	"The identity provider cannot be reached: try again shortly.": {
		es: "No se puede acceder al proveedor de identidad: vuelva a intentarlo en breve.",
		de: "Der Identitätsanbieter ist nicht erreichbar: Versuchen Sie es in Kürze erneut.",
	},
	"The identity provider did not complete the sign-in: start again.": {
		es: "El proveedor de identidad no completó el inicio de sesión: empiece de nuevo.",
		de: "Der Identitätsanbieter hat die Anmeldung nicht abgeschlossen: Beginnen Sie neu.",
	},
	"The identity provider has not verified your e-mail address, which already has an account: sign in to that account.":
		{
			es: "El proveedor de identidad no ha verificado su dirección de correo, que ya tiene una cuenta: inicie sesión en esa cuenta.",
			de: "Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt, die bereits ein Konto hat: Melden Sie sich bei diesem Konto an.",
		},
	"The identity provider returned no e-mail address (OIDC_SCOPES must include `email`).": {
		es: "El proveedor de identidad no devolvió ninguna dirección de correo (OIDC_SCOPES debe incluir `email`).",
		de: "Der Identitätsanbieter hat keine E-Mail-Adresse geliefert (OIDC_SCOPES muss `email` enthalten).",
	},
	"The organization was purged and cannot be restored.": {
		es: "La organización se purgó y no puede restaurarse.",
		de: "Die Organisation wurde endgültig gelöscht und kann nicht wiederhergestellt werden.",
	},
	"The passkey was rejected; request new options and try again.": {
		es: "La passkey fue rechazada; solicite opciones nuevas y vuelva a intentarlo.",
		de: "Der Passkey wurde abgelehnt; fordern Sie neue Optionen an, und versuchen Sie es erneut.",
	},
	"The password or code is wrong.": {
		es: "La contraseña o el código son incorrectos.",
		de: "Das Passwort oder der Code ist falsch.",
	},
	"The refresh cookie is accepted only from this service's own pages (Origin).": {
		es: "La cookie de actualización solo se acepta desde las páginas de este servicio (Origin).",
		de: "Das Aktualisierungs-Cookie wird nur von den eigenen Seiten dieses Dienstes angenommen (Origin).",
	},
	"The refresh token has already been used, so the session was ended; sign in again.": {
		es: "El token de actualización ya se había usado, por lo que se cerró la sesión; vuelva a iniciar sesión.",
		de: "Das Aktualisierungstoken wurde bereits verwendet, daher wurde die Sitzung beendet; melden Sie sich erneut an.",
	},
	"The refresh token is not valid; sign in again.": {
		es: "El token de actualización no es válido; vuelva a iniciar sesión.",
		de: "Das Aktualisierungstoken ist nicht gültig; melden Sie sich erneut an.",
	},
	"The session has ended; sign in again.": {
		es: "La sesión ha terminado; vuelva a iniciar sesión.",
		de: "Die Sitzung ist beendet; melden Sie sich erneut an.",
	},
	"The session has since switched to another organization; use its new refresh token to switch.": {
		es: "La sesión ha pasado entretanto a otra organización; use su nuevo token de actualización para cambiar.",
		de: "Die Sitzung hat inzwischen zu einer anderen Organisation gewechselt; verwenden Sie zum Wechseln ihr neues Aktualisierungstoken.",
	},
	"The session was ended; sign in again.": {
		es: "La sesión se cerró; vuelva a iniciar sesión.",
		de: "Die Sitzung wurde beendet; melden Sie sich erneut an.",
	},
	"The sign-in was declined by the user or the identity provider.": {
		es: "El usuario o el proveedor de identidad rechazó el inicio de sesión.",
		de: "Die Anmeldung wurde vom Benutzer oder vom Identitätsanbieter abgelehnt.",
	},
	"There is no such organization.": { es: "No existe esa organización.", de: "Diese Organisation gibt es nicht." },
	"This passkey is already registered.": {
		es: "Esta passkey ya está registrada.",
		de: "Dieser Passkey ist bereits registriert.",
	},
	"This requires a user's session on this service, not an API key or another issuer's token.": {
		es: "Esto requiere la sesión de un usuario en este servicio, no una clave de API ni un token de otro emisor.",
		de: "Das erfordert die Sitzung eines Benutzers bei diesem Dienst, keinen API-Schlüssel und kein Token eines anderen Ausstellers.",
	},
	"This requires fresh authentication: sign in again, or send your password or a code.": {
		es: "Esto requiere una autenticación reciente: vuelva a iniciar sesión, o envíe su contraseña o un código.",
		de: "Das erfordert eine frische Anmeldung: Melden Sie sich erneut an, oder senden Sie Ihr Passwort oder einen Code.",
	},
	"This sign-in is unknown, used or expired: start again at /auth/authorize.": {
		es: "Este inicio de sesión es desconocido, ya se ha usado o ha caducado: empiece de nuevo en /auth/authorize.",
		de: "Diese Anmeldung ist unbekannt, bereits verwendet oder abgelaufen: Beginnen Sie unter /auth/authorize neu.",
	},
	"Too many attempts": { es: "Demasiados intentos", de: "Zu viele Versuche" },
	"Too many sign-ins at once; retry shortly.": {
		es: "Demasiados inicios de sesión a la vez; vuelva a intentarlo en breve.",
		de: "Zu viele Anmeldungen auf einmal; versuchen Sie es in Kürze erneut.",
	},
	"You already have the maximum of {max} passkeys; remove one first.": {
		es: "Usted ya tiene el máximo de {max} passkeys; quite antes una.",
		de: "Sie haben bereits die Höchstzahl von {max} Passkeys; entfernen Sie zuerst einen.",
	},
	"You are not a member of that organization.": {
		es: "Usted no es miembro de esa organización.",
		de: "Sie sind kein Mitglied dieser Organisation.",
	},
	"You have no account here, and new accounts require an invitation.": {
		es: "Usted no tiene cuenta aquí, y las cuentas nuevas requieren una invitación.",
		de: "Sie haben hier kein Konto, und neue Konten erfordern eine Einladung.",
	},
	"You have no such passkey.": { es: "Usted no tiene esa passkey.", de: "Sie haben keinen solchen Passkey." },
	"You have no such session.": { es: "Usted no tiene esa sesión.", de: "Sie haben keine solche Sitzung." },
} satisfies Translations;
