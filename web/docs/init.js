// Started with every outside call off: fonts, telemetry, request proxy, hosted tools.
Scalar.createApiReference('#app', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  showDeveloperTools: 'never',
  agent: { disabled: true },
  hideClientButton: true,
  mcp: { disabled: true },
  persistAuth: false,
  defaultOpenAllTags: false,
  metaData: { title: 'Cacao' },
});
