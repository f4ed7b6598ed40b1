"""Calls Pawstock with nothing but Python's standard library."""

import json, os, urllib.error, urllib.request

url = os.environ.get('PAWSTOCK_URL', 'http://127.0.0.1:8080/v1')
key = os.environ['PAWSTOCK_API_KEY']

class Refused(Exception):
    """Another answer than the one asked for: the service's error, or a page of a proxy in between."""
    def __init__(self, response):
        try:
            error = json.load(response)
            self.code, message = error['code'], error['message']
        except (ValueError, KeyError, TypeError):
            self.code, message = 'unexpected_response', f'HTTP {response.status} is not from Pawstock'
        super().__init__(message)
        # No fault of the request: the same one may succeed later.
        self.temporary = response.status in (408, 429) or response.status >= 500

def call(method, path, body=None, headers={}):
    """Returns the answer and its ETag."""
    data = None if body is None else json.dumps(body).encode()
    headers = {'Authorization': f'Bearer {key}', 'Content-Type': 'application/json', **headers}
    request = urllib.request.Request(url + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.loads(response.read() or b'null'), response.headers['ETag']
    except urllib.error.HTTPError as error:
        raise Refused(error) from None
    except ValueError:
        raise Refused(response) from None
