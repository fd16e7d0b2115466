// Messages of an AgentChains agent for the tests of the page: one render of each component.

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

export const message = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params });

export const render = (id: string, type: string, data: object, metadata?: object): object =>
  message('ui.render', {
    component_id: id,
    component_type: type,
    data,
    ...(metadata === undefined ? {} : { metadata }),
  });

export const components = {
  card: render('card', 'card', {
    title: 'Agent Summary',
    description: 'The last week.',
    sections: [
      { label: 'Total Calls', value: '1,247' },
      { label: 'Success Rate', value: '99.2%' },
    ],
    actions: [
      { label: 'View Details', action: 'navigate', url: 'https://example.com/agents' },
      { label: 'Refresh', action: 'refresh' },
    ],
  }),
  table: render('table', 'table', {
    headers: [
      { key: 'name', label: 'Agent Name', sortable: true },
      { key: 'calls', label: 'API Calls', sortable: true },
      { key: 'status', label: 'Status' },
    ],
    rows: [
      { name: 'WeatherBot', calls: 5420, status: 'active' },
      { name: 'DataMiner', calls: 3180, status: 'active' },
    ],
  }),
  form: render('form', 'form', {
    fields: [
      { name: 'query', type: 'text', label: 'Search Query', required: true },
      { name: 'max_price', type: 'number', label: 'Max Price (USD)', min: 0, max: 1000 },
      { name: 'category', type: 'select', label: 'Category', options: ['research', 'trading'] },
    ],
    submit_label: 'Search',
    cancel_label: 'Reset',
  }),
  chart: render('chart', 'chart', {
    chart_type: 'bar',
    title: 'API Usage',
    x_axis: { label: 'Date', values: ['Mon', 'Tue'] },
    y_axis: { label: 'Calls' },
    series: [{ name: 'Successful', data: [120, 150] }],
  }),
  markdown: render('markdown', 'markdown', { content: '## Analysis Report\n\nThere are **3 key findings**.' }),
  code: render('code', 'code', { language: 'python', code: 'import httpx\nprint("<b>")', title: 'API Request' }),
  image: render('image', 'image', {
    url: PIXEL,
    alt: 'Generated chart',
    caption: 'Market trends for Q1 2026',
    width: 800,
    height: 400,
  }),
  alert: render('alert', 'alert', { severity: 'warning', title: 'Budget Warning', message: '80% is used.' }),
  steps: render('steps', 'steps', {
    steps: [
      { label: 'Data Collection', status: 'completed' },
      { label: 'Analysis', status: 'active' },
      { label: 'Review', status: 'pending' },
    ],
    current_step: 1,
  }),
};
