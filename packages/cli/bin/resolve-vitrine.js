// Resolves what a catalog file imports of Vitrine: as its own folder has it installed, else as it came with the command. Node
// runs it beside the program (module.register), so it is committed and not part of the bundle.

/** @type {Readonly<Record<string, string>>} */
let modules = {};

/** @param {Readonly<Record<string, string>>} given addresses by specifier */
export function initialize(given) {
  modules = given;
}

/**
 * @param {string} specifier
 * @param {object} context
 * @param {(specifier: string, context: object) => Promise<object>} next
 */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    const url = modules[specifier];
    if (url === undefined) throw error;
    return { url, shortCircuit: true };
  }
}
