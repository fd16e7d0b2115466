// The one table of actions: what each word of the cases means to our public API.

import type { Case } from '../cases.ts';
import { selectCatalog } from './catalog-choice.ts';
import { fromJson, roundTrip, toJson, validationSchema } from './catalog-documents.ts';
import { commonType, commonTypesSchema } from './common-types.ts';
import { dataModel, resolvePath } from './data-model.ts';
import { dispatch } from './dispatch.ts';
import { parseTemplate } from './expressions.ts';
import { evaluateFunction } from './functions.ts';
import { processMessages, validate } from './messages.ts';
import { resolveNodes } from './nodes.ts';
import { handleRpc } from './rpc.ts';
import { capabilities, syncedData } from './viewer.ts';

export const ACTIONS: { readonly [action: string]: (testCase: Case) => void } = {
  process_messages: processMessages,
  validate,
  data_model: dataModel,
  evaluate_function: evaluateFunction,
  parse_expression_template: parseTemplate,
  resolve_nodes: resolveNodes,
  resolve_path: resolvePath,
  dispatch_action: dispatch,
  handle_rpc: handleRpc,
  select_catalog: selectCatalog,
  get_renderer_capabilities: capabilities,
  get_renderer_data_model: syncedData,
  common_types_schema: commonTypesSchema,
  validate_common_type: commonType,
  from_json: fromJson,
  to_json: toJson,
  round_trip: roundTrip,
  validation_schema: validationSchema,
};
