/** The name of a key or an endpoint. */
export const nameCharactersMax = 64;
export const namePattern = new RegExp(`^[\\w.@:-]{1,${nameCharactersMax}}$`);
export const nameRule = `1 to ${nameCharactersMax} letters, digits or . _ - @ :`;
